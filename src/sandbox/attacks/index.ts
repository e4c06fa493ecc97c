import type { Attack } from "./attack.ts";
import { escaping } from "./escaping.ts";
import { exhausting } from "./exhausting.ts";
import { forging } from "./forging.ts";
import { leaking } from "./leaking.ts";

/** Every attack there is. When a new one is thought of, it is added here first. */
export const attacks: readonly Attack[] = [...forging, ...exhausting, ...escaping, ...leaking];
