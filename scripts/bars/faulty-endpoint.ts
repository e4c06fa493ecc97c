/** An endpoint that fails in one way until it is mended. */
import { type Asked, chatCompletion, endpoint, type Reply } from "../../src/processing/testing/endpoint.ts";
import { refusingPort } from "./local-server.ts";

export interface FaultyEndpoint {
  /** Base URL. */
  url: string;
  /** Requests so far. */
  requests(): number;
  /** From now on it answers well. */
  mend(): Promise<void>;
  close(): void;
}

/**
 * `fault` is its reply, null for silence; or connections are refused. `share`: whether all tasks meet the fault, or every
 * second one.
 */
export async function faultyEndpoint(fault: Reply | "refused", share: "all" | "half" = "all"): Promise<FaultyEndpoint> {
  const tasks: string[] = [];
  let [requests, mended] = [0, false];
  function meetsFault({ messages }: Asked): boolean {
    // The conversation begins with the instructions and the task.
    const task = JSON.stringify(messages.slice(0, 2));
    if (!tasks.includes(task)) tasks.push(task);
    return !mended && (share === "all" || tasks.indexOf(task) % 2 === 1);
  }
  const open = (port: number) =>
    endpoint((asked) => {
      requests++;
      return meetsFault(asked) && fault !== "refused" ? fault : good;
    }, port);
  const port = fault === "refused" ? await refusingPort() : 0;
  let server = fault === "refused" ? null : await open(port);
  return {
    url: server?.url ?? `http://127.0.0.1:${port}/v1`,
    requests: () => requests,
    async mend() {
      mended = true;
      server ??= await open(port);
    },
    close: () => server?.close(),
  };
}

/** Wrong, and so worth a reward of 0: a failure that were paid 0 would not be told from it. */
const good: Reply = { body: chatCompletion("no idea") };
