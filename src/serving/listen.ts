import type { Server } from "node:http";
import { isIPv6 } from "node:net";
import { FettleError } from "../core/errors.ts";

/** Opens a port and resolves to its number; 0 picks a free one. Rejects with FettleError `bad_option` when it cannot. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const hint = error.code === "EADDRINUSE" ? "Choose another --port, or 0 for a free one." : undefined;
      const message = `Cannot listen on ${host}:${port}: ${error.code ?? error.message}.`;
      reject(new FettleError("bad_option", message, { ...(hint && { hint }), cause: error }));
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

/** Where a client finds a server that listens on a host. */
export function urlOf(host: string, port: number): string {
  const reached = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${isIPv6(reached) ? `[${reached}]` : reached}:${port}`;
}
