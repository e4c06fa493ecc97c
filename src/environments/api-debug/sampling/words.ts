/** Raw material of realistic values. ASCII only, so that any of it may stand in a header or a query. */
const split = (text: string): string[] => text.trim().split(/\s+/);

export const firstNames = split(`
  Ana Ben Carla Diego Elena Felix Grace Hugo Ines Jonas Kira Liam Maya Noah Olga Pablo Quinn Rosa Samir Tessa Uma Victor
  Wanda Xavier Yara Zoe Aiko Bruno Chloe Dmitri Esther Farid Gita Hana Ivan Joana Kenji Lena Marco Nadia Omar Petra Rafael
  Sofia Tomas Ursula Vera Walid Ximena Yusuf`);
export const lastNames = split(`
  Ruiz Okafor Lindqvist Moreau Tanaka Silva Novak Haddad Fischer Costa Nguyen Kowalski Brandt Osei Petrov Larsen Mehta
  Romano Keller Duarte Iversen Sato Bauer Conti Dubois Eriksen Farouk Garcia Horvat Ito Jansen Klein Lopez Marin Nilsen Oliva
  Park Quintero Rossi Schmidt Torres Ueda Varga Weber Yilmaz Zeman`);
export const companies = split(`
  acme northwind bluefin cedarline helio kestrel lumen marlow nimbus orchard pinecone quartz riverton solstice tidewater
  umbra vireo westbay yarrow zephyr`);
export const cities = split(`
  Lisbon Madrid Berlin Lyon Oslo Turin Kyoto Austin Denver Porto Ghent Leeds Basel Graz Malmo Tampa Boston Nantes Osaka Bergen`);
export const streets = split(
  `Harbour Maple Station Mill Church Garden River Market Castle Orchard Lake Bridge Hill Elm Park`,
);
export const countries = split(`PT ES DE FR NO IT JP US BE GB CH AT SE CA NL`);
export const nouns = split(`
  kettle lantern notebook backpack charger tripod blanket teapot helmet speaker keyboard monitor bottle jacket wallet camera
  lamp desk chair mug`);
export const adjectives = split(
  `blue solid compact bright quiet folding classic light amber slim sturdy warm silver round`,
);
export const services = split(`
  billing checkout search inventory gateway profile orders mailer catalog ledger notifier scheduler uploader metrics sessions`);
export const tags = split(`
  urgent beta internal customer backend frontend mobile priority legacy trial partner weekly draft security release finance`);
export const codeWords = split(`
  parser cache retry login export import webhook timeout index pagination token header locale banner layout migration`);
export const verbs = split(`fix add update remove improve review test document rename simplify`);
export const airports = split(`LIS MAD BER LYS OSL TRN KIX AUS DEN OPO LBA BSL GRZ MMX TPA BOS NTE BGO JFK LHR`);
export const meetings = [
  "Weekly planning",
  "Design review",
  "Budget check",
  "Interview with a candidate",
  "Quarterly goals",
  "Release retrospective",
  "Customer call",
  "Team breakfast",
];
export const sentences = [
  "Please confirm before Friday.",
  "The customer asked for a faster delivery.",
  "Moved here from the old system.",
  "Check the totals once more.",
  "Agreed with the team on Monday.",
  "Needs a second look by finance.",
  "First order of a new client.",
  "Keep this note for the audit.",
  "Part of the spring campaign.",
  "Reported twice this week.",
  "Replaces the earlier request.",
  "Approved by the regional lead.",
];
export const questions = [
  "Summarise the meeting notes in three lines.",
  "Translate this sentence into French.",
  "List the risks of the new plan.",
  "Write a short welcome message.",
  "Explain why the deployment failed.",
  "Suggest a title for the report.",
  "Classify this ticket by urgency.",
  "Draft a polite reply to the supplier.",
];
