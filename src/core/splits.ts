/** Parts of an environment's tasks: trained on, watched while training, and held out. */
export const splits = ["train", "validation", "test"] as const;
export type Split = (typeof splits)[number];
