import { type ApiDebugPolicy, noop, oracle, random } from "./basic.ts";
import { diagnosisHacks } from "./diagnosis-hacks.ts";
import { explanationHacks } from "./explanation-hacks.ts";
import { everyCredential, fixHacks } from "./fix-hacks.ts";
import { textHacks } from "./text-hacks.ts";

/** All scripted policies: oracle, noop, random, and every known hack with its ceiling. */
export const policies: Readonly<Record<string, ApiDebugPolicy>> = {
  oracle,
  noop,
  random,
  ...fixHacks,
  "every-credential": everyCredential,
  ...diagnosisHacks,
  ...explanationHacks,
  ...textHacks,
};
