import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Asked {
  messages: { role: string; content: string }[];
  body: Record<string, unknown>;
  headers: Record<string, string | string[] | undefined>;
  /** Requests that were the same as this one and came before it. */
  before: number;
}

/** What an endpoint does with a request: a status with a body, or null for silence. */
export type Reply = { status?: number; headers?: Record<string, string>; body: unknown } | null;

/**
 * An OpenAI-compatible endpoint that does what `reply` says, on the port given or any that is free. Strings go out as they
 * are, other bodies as JSON.
 */
export async function endpoint(reply: (asked: Asked) => Reply, at = 0): Promise<{ url: string; close(): void }> {
  const seen = new Map<string, number>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const body: Asked["body"] & Pick<Asked, "messages"> = JSON.parse(text);
      const before = seen.get(text) ?? 0;
      seen.set(text, before + 1);
      const answer = reply({ messages: body.messages, body, headers: request.headers, before });
      if (!answer) return;
      response.writeHead(answer.status ?? 200, { "content-type": "application/json", ...answer.headers });
      response.end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(at, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A completion that says `content`, as every OpenAI-compatible server sends it. */
export function chatCompletion(content: string, more: Record<string, unknown> = {}) {
  return { choices: [{ message: { content }, finish_reason: "stop", ...more }] };
}
