import type { Sandbox } from "./sandbox.ts";

export async function proveItself(_sandbox: Sandbox): Promise<void> {}
