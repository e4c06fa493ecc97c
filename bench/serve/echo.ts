import { type Server, startServer } from "../../interop/server.ts";

/** The Python package's server with an environment that only echoes: through an MCP tool, or plainly. */
export function startEcho(python: string, kind: "tool" | "plain", maxSessions: number): Promise<Server> {
  return startServer(python, ["bench/serve/echo_server.py", kind, String(maxSessions)]);
}
