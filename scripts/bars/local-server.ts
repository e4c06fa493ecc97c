import { createServer, type RequestListener, type Server } from "node:http";

export interface LocalServer {
  /** http://127.0.0.1:PORT */
  origin: string;
  close(): void;
}

/** A server on this machine, on a free port or the one given. */
export async function listen(answer: RequestListener, port = 0): Promise<LocalServer> {
  const server = createServer(answer);
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${portOf(server)}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A port of this machine that refuses connections. */
export async function refusingPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}
