import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { FettleError } from "../../../core/errors.ts";

/** Longest answer that is read, in bytes. */
const longestAnswer = 64 << 20;
/** Bodies from this length on are packed, in bytes: as Atropos' own clients do. */
const smallBody = 1024;
const pack = promisify(gzip);

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface Call {
  method: "GET" | "POST";
  path: string;
  /** Sent as JSON, also with a GET: that is how `/status-env` is asked. */
  body?: unknown;
  headers?: Record<string, string>;
  signal: AbortSignal;
  /** Milliseconds for the answer. Default 30,000. */
  patience?: number;
}

export type Caller = (call: Call) => Promise<Answer>;

/**
 * Calls below a base URL, over connections that are kept. Calls reject with the reason of their signal, or with whatever
 * broke the connection. Throws FettleError `bad_option` for what is no http(s) URL.
 */
export function httpCaller(baseUrl: string): { call: Caller; close(): void } {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new FettleError("bad_option", `"${baseUrl}" is no URL of a Rollout API server.`, {
      hint: "Give something like http://127.0.0.1:8000.",
    });
  const secure = url.protocol === "https:";
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const request = secure ? httpsRequest : httpRequest;
  const base = url.href.replace(/\/+$/, "");

  const call: Caller = async ({ method, path, body, headers: extra = {}, signal, patience = 30_000 }) => {
    signal.throwIfAborted();
    const json = body === undefined ? null : Buffer.from(JSON.stringify(body));
    const packed = json && json.length >= smallBody ? await pack(json, { level: 1 }) : null;
    const content = packed ?? json;
    const headers = {
      ...(content && { "content-type": "application/json", "content-length": content.length }),
      ...(packed && { "content-encoding": "gzip" }),
      ...extra,
    };
    return await new Promise((resolve, reject) => {
      const fail = (error: unknown) => reject(signal.aborted ? signal.reason : error);
      const sent = request(`${base}${path}`, { method, headers, agent, signal, timeout: patience }, (response) => {
        const chunks: Buffer[] = [];
        let length = 0;
        response.on("data", (chunk: Buffer) => {
          length += chunk.length;
          if (length > longestAnswer) sent.destroy(new Error(`the answer is longer than ${longestAnswer} bytes`));
          else chunks.push(chunk);
        });
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
        response.on("error", fail);
      });
      sent.on("timeout", () => sent.destroy(new Error(`no answer within ${patience} ms`)));
      sent.on("error", fail);
      sent.end(content ?? undefined);
    });
  };
  return { call, close: () => agent.destroy() };
}
