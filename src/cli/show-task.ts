import type { AnyEnvironment, PromptForm, Task } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import type { Split } from "../core/splits.ts";

export interface ShownTask {
  environment: string;
  version: string;
  level: string;
  split: Split;
  seed: number;
  role: string;
  messages: { role: string; content: string }[];
  /** Only with `truth`. */
  truth?: { key: string; structure: string; labels: string[]; answer: string };
}

/** The first prompt of a task, and with `truth` what the oracle would answer. */
export async function showTask(
  environment: AnyEnvironment,
  request: { level: string; seed: number; split: Split; options: unknown },
  { form, truth }: { form: PromptForm; truth: boolean },
): Promise<ShownTask> {
  const { name: level } = environment.level(request.level);
  const task: Task = await environment.generate(request);
  const episode = await environment.start(task, { signal: new AbortController().signal, services: {} });
  const turn = episode.turn();
  await episode.close();
  const role = environment.roles[turn?.role ?? ""];
  const messages = turn && role ? role.render(turn.observation, { turn: 0, form }) : [];
  const { name, version } = environment;
  const { seed, split } = request;
  const shown = { environment: name, version, level, split, seed, role: turn?.role ?? "", messages };
  if (!truth || !turn || !role) return shown;
  const random = new Random(`policy/oracle/${task.key}`);
  const said: unknown = role.policies.oracle?.respond({ observation: turn.observation, task, turn: 0, random });
  const answer = typeof said === "string" ? said : role.format(said, { observation: turn.observation, form });
  return { ...shown, truth: { key: task.key, structure: task.structure, labels: task.labels, answer } };
}

export function formatTask({ environment, level, split, seed, messages, truth }: ShownTask): string {
  const parts = [`# ${environment} · ${level} · ${split} · seed ${seed}`];
  for (const { role, content } of messages) parts.push(`--- ${role}`, content);
  if (truth) parts.push("--- the oracle's answer", truth.answer, "--- truth", truth.labels.join(", "), truth.structure);
  return parts.join("\n");
}
