import {
  type Draw,
  digits,
  emailOf,
  file,
  hex,
  hostname,
  ipv4,
  kebab,
  oneOf,
  phrase,
  plainName,
  sentence,
  service,
  thing,
  urlOf,
  version,
} from "./texts.ts";
import * as words from "./words.ts";

/**
 * What a text member is called decides what it says, in order of preference. Names are lower case, words apart by spaces;
 * the third expression must match one of the names beside it.
 */
const byName: readonly (readonly [name: RegExp, draw: Draw<string>, sibling?: RegExp])[] = [
  [
    /^name$/,
    (_, { person }) => `${person.first} ${person.last}`,
    /^(e ?mail|phone|phone number|first name|birthday|address|shipping address)$/,
  ],
  [/^(title|name)$/, thing, /^(price|sku|stock)$/],
  [
    /^(title|summary|subject|name)$/,
    (random) => random.pick(words.meetings),
    /^(start|starts at|attendees|time zone)$/,
  ],
  [/^(content|text)$/, (random) => random.pick(words.questions), /^role$/],
  [/scope/, (random) => `${random.pick(words.services)}:${random.pick(["read", "write"])}`],
  [/airport|origin|destination/, (random) => random.pick(words.airports)],
  [/location|venue|place/, (random) => random.pick(words.cities)],
  [/\b(first|given) ?name$/, (_, { person }) => person.first],
  [/\b(last|family) ?name$|surname/, (_, { person }) => person.last],
  [
    /\b(full|display|holder|recipient|contact|guest|author|sender|cardholder) ?name$/,
    (_, { person }) => `${person.first} ${person.last}`,
  ],
  [/user ?name$|login$|handle$|nickname$/, (random, { person }) => `${person.first.toLowerCase()}${random.int(1, 99)}`],
  [/(assignee|reviewer|owner|author)$/, (random, { person }) => `${person.first.toLowerCase()}${random.int(1, 99)}`],
  [/company|organi[sz]ation|^org$|tenant|vendor|merchant/, (_, { person }) => person.company],
  [/\bcity$|town/, (random) => random.pick(words.cities)],
  [/country|nationality/, (random) => random.pick(words.countries)],
  [/postal|zip|postcode/, digits(5)],
  [
    /^(line ?1|street|address|address line ?1|street address)$/,
    (random) => `${random.int(1, 180)} ${random.pick(words.streets)} Street`,
  ],
  [/^(line ?2|unit|apartment|address line ?2)$/, (random) => `Floor ${random.int(1, 12)}`],
  [/^(state|province)$/, oneOf("CA", "TX", "NY", "WA", "CO", "MA")],
  [
    /phone|mobile|fax/,
    (random) => `+${random.pick(["1", "34", "44", "49", "351"])}${random.int(600_000_000, 699_999_999)}`,
  ],
  [/currency/, oneOf("USD", "EUR", "GBP", "JPY")],
  [/locale|language|lang$/, oneOf("en-US", "es-ES", "fr-FR", "de-DE", "pt-PT")],
  [/time ?zone/, oneOf("UTC", "Europe/Madrid", "Europe/Berlin", "America/New_York", "Asia/Tokyo")],
  [/sku|product code|item code/, (random) => `${random.pick(["KT", "LN", "BG", "CH"])}-${random.int(1000, 9999)}`],
  [/tracking/, (random) => `TRK${random.int(10_000_000, 99_999_999)}`],
  [/\bsha\b|commit|checksum|digest|etag/, (random) => hex(random, 40)],
  [
    /branch|^(head|base)$|\bref$/,
    (random) =>
      `${random.pick(["feature", "fix", "chore"])}/${random.pick(words.codeWords)}-${random.pick(words.codeWords)}`,
  ],
  [/version/, version],
  [/image$/, (random) => `registry.example.com/${random.pick(words.services)}:${version(random)}`],
  [/file ?name|attachment|document name/, file],
  [
    /file ?path|^path$|directory|folder/,
    (random) => `src/${random.pick(words.services)}/${random.pick(words.codeWords)}`,
  ],
  [/hostname|^host$|domain/, hostname],
  [/\bip\b|ip ?address/, ipv4],
  [/(url|uri|link|callback|website|homepage)s?$/, urlOf],
  [/e ?mail$/, emailOf],
  [/content ?type|media ?type|mime/, oneOf("image/png", "application/pdf", "text/csv", "application/json")],
  [/region|\bzone$/, oneOf("eu-west-1", "us-east-2", "ap-south-1", "eu-central-1")],
  [/service|cluster|namespace|deployment|component|app name|application/, service],
  [/\bmodel$/, oneOf("atlas-small", "atlas-large", "cirrus-2", "cirrus-2-mini")],
  [/prompt|instruction|^input$|question/, (random) => random.pick(words.questions)],
  [/cron|schedule expression/, (random) => `${random.int(0, 59)} ${random.int(0, 23)} * * ${random.int(1, 5)}`],
  [/colou?r/, (random) => `#${hex(random, 6)}`],
  [/slug|^key$|identifier|external ?id|reference/, kebab],
  [
    /repo(sitory)?( name)?$|package|project/,
    (random) => `${random.pick(words.services)}-${random.pick(words.codeWords)}`,
  ],
  [/metric/, (random) => `${random.pick(words.services)}.${random.pick(["latency", "errors", "requests", "queue"])}`],
  [
    /^(q|query|search|keyword|term)s?$|search/,
    (random) => `${random.pick(words.adjectives)} ${random.pick(words.nouns)}`,
  ],
  [/tag|label|topic|category|keyword|group/, (random) => random.pick(words.tags)],
  [/tag|label/, (random) => `${random.pick(["env", "team", "tier"])}:${random.pick(words.tags)}`],
  [/title|subject|headline|summary|goal/, phrase],
  [/desc|note|comment|message|body|text|content|reason|bio|detail|memo|instructions/, sentence],
  [/token|secret|password|\bcode$|nonce|cursor/, (random) => hex(random, 24)],
  [/\bname$|suffix|prefix/, thing],
  [/\bname$|suffix|prefix/, kebab],
  [
    /\bname$|variable/,
    (random) => `${random.pick(words.services)}_${random.pick(["url", "token", "key", "password"])}`.toUpperCase(),
  ],
  [/title|desc|note|comment|message|text|reason|value/, thing],
];

/** Ways to draw a text called `name` beside members called `siblings`, the most fitting first. */
export function textsByName(name: string, siblings: readonly string[] = []): Draw<string>[] {
  const plain = plainName(name);
  const beside = siblings.map(plainName);
  return byName
    .filter(
      ([expression, , sibling]) => expression.test(plain) && (!sibling || beside.some((other) => sibling.test(other))),
    )
    .map(([, draw]) => draw);
}
