import type { Level } from "../../core/environment.ts";

export const levelNames = ["locate", "fix-test", "fix-docstring", "fix-signature", "fix-two"] as const;
export type LevelName = (typeof levelNames)[number];

/** From pointing at a bug to repairing two of them with less and less to go by. */
export const levels: readonly Level[] = [
  { name: "locate", skill: "Point at the faulty line", maxTurns: 2, promoteAt: 0.7, facts: { bugs: 1 } },
  {
    name: "fix-test",
    skill: "Repair a function, given its docstring and one test that fails",
    maxTurns: 4,
    promoteAt: 0.6,
    facts: { bugs: 1 },
  },
  {
    name: "fix-docstring",
    skill: "Repair a function, given its docstring",
    maxTurns: 4,
    promoteAt: 0.5,
    facts: { bugs: 1 },
  },
  {
    name: "fix-signature",
    skill: "Repair a function, given nothing but its signature",
    maxTurns: 4,
    promoteAt: 0.4,
    facts: { bugs: 1 },
  },
  {
    name: "fix-two",
    skill: "Repair a function with two bugs, given its docstring",
    maxTurns: 6,
    promoteAt: null,
    facts: { bugs: 2 },
  },
];
