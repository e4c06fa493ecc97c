/** Written by scripts/code-debug/certify.ts; do not edit. Read by certified.ts, which says what the texts mean. */
export const certifiedIndex: Readonly<Record<string, string>> = {};
