import type { IncomingMessage } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import { FettleError } from "../../core/errors.ts";
import { handleFrame } from "./frames.ts";
import { handleRpc, isNotification, type McpHost, rpcCapacity, rpcParseError } from "./mcp.ts";
import { errorFrame } from "./protocol.ts";
import { type Seat, SessionError } from "./session-table.ts";

/** A client that sends faster than it is answered waits once this many frames are queued. */
const queueLimit = 64;

/** A client that does not read its answers waits once this many bytes are unsent. */
const unsentLimit = 4 * 1024 * 1024;

/** Answers one frame: text for text. null closes the connection, undefined owes no reply. */
type Answer = (text: string) => Promise<string | null | undefined>;

interface Line {
  socket: WebSocket;
  /** Pings since it was last heard of. Counted, not timed: a server that was itself held up must not blame its clients. */
  unanswered: number;
  /** Frames being answered or waiting. */
  pending: number;
}

export interface Sockets {
  /** Speaks the protocol on a socket that was just accepted. `host.seat` is filled in here. */
  serve(socket: WebSocket, request: IncomingMessage, kind: "ws" | "mcp", host: McpHost): void;
  acceptor: WebSocketServer;
  /** Lets frames in progress be answered for at most `graceMs`, then closes every socket with 1001. */
  close(graceMs: number): Promise<void>;
}

/**
 * Sockets and their heartbeat. A socket is pinged every `pingMs`; one that has not answered for `patienceMs` is dropped,
 * which frees its session.
 */
export function openSockets(options: { maxMessageBytes: number; pingMs: number; patienceMs: number }): Sockets {
  const acceptor = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: options.maxMessageBytes,
    clientTracking: false,
  });
  const lines = new Set<Line>();
  const patience = Math.max(1, Math.ceil(options.patienceMs / options.pingMs));
  const heartbeat = setInterval(() => {
    for (const line of lines) {
      // Nothing is read from a paused socket, its pongs included.
      if (line.socket.isPaused) continue;
      if (line.unanswered++ >= patience) line.socket.terminate();
      else line.socket.ping();
    }
  }, options.pingMs);
  heartbeat.unref();

  return {
    acceptor,
    serve(socket, request, kind, host) {
      socket.on("error", () => socket.terminate());
      const seat = takeSeat(socket, request, kind, host);
      if (!seat) return;
      const seated: McpHost = { ...host, seat };
      const answer: Answer =
        kind === "ws" ? (text) => handleFrame(text, seat.session, seated) : (text) => answerRpc(text, seated);
      const line: Line = { socket, unanswered: 0, pending: 0 };
      lines.add(line);
      socket.on("close", () => {
        lines.delete(line);
        host.sessions.detach(seat);
      });
      converse(line, answer);
    },
    async close(graceMs) {
      clearInterval(heartbeat);
      const deadline = performance.now() + graceMs;
      while ([...lines].some((line) => line.pending > 0) && performance.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 10));
      for (const { socket } of lines) socket.close(1001, "The server stops");
      const patience = performance.now() + 1000;
      while (lines.size > 0 && performance.now() < patience) await new Promise((resolve) => setTimeout(resolve, 10));
      for (const { socket } of lines) socket.terminate();
      acceptor.close();
    },
  };
}

/** Reads frames, answers them strictly in order, one at a time. */
function converse(line: Line, answer: Answer): void {
  const { socket } = line;
  const queue: string[] = [];
  const work = async () => {
    for (let text = queue[0]; text !== undefined && socket.readyState === socket.OPEN; text = queue[0]) {
      const reply = await answer(text);
      if (reply === null) return socket.close(1000);
      if (reply !== undefined) {
        if (socket.bufferedAmount > unsentLimit) await new Promise((resolve) => socket.send(reply, resolve));
        else socket.send(reply);
      }
      queue.shift();
      line.pending = queue.length;
      if (socket.isPaused && queue.length < queueLimit) socket.resume();
    }
  };
  // Answers do not throw; should one do so after all, it costs this session and no other.
  const fail = () => {
    socket.send(errorFrame("SESSION_ERROR", "The session failed."));
    socket.close(1011);
  };
  const seen = () => {
    line.unanswered = 0;
  };
  socket.on("pong", seen);
  socket.on("ping", seen);
  socket.on("message", (data, binary) => {
    seen();
    // An empty text is no JSON either: a binary frame gets the same kind of answer and the session goes on.
    queue.push(binary ? "" : data.toString());
    line.pending = queue.length;
    if (queue.length >= queueLimit) socket.pause();
    if (queue.length === 1) work().catch(fail);
  });
}

async function answerRpc(text: string, host: McpHost): Promise<string | undefined> {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return JSON.stringify(rpcParseError());
  }
  const reply = await handleRpc(message, host);
  return isNotification(message) ? undefined : JSON.stringify(reply);
}

/** Seats a new socket, or tells it why not and closes. */
function takeSeat(socket: WebSocket, request: IncomingMessage, kind: "ws" | "mcp", host: McpHost): Seat | null {
  const { sessions } = host;
  const wanted = kind === "ws" ? new URLSearchParams(request.url?.split("?")[1]).get("session_id") : null;
  try {
    return wanted ? sessions.attach(wanted) : sessions.create(host.openSession, "socket");
  } catch (error) {
    const counts = { active_sessions: sessions.active, max_sessions: sessions.max };
    if (FettleError.isInstance(error) && error.code === "capacity")
      socket.send(
        kind === "ws"
          ? errorFrame("CAPACITY_REACHED", error.message, counts)
          : JSON.stringify(rpcCapacity(sessions, error.message)),
      );
    else
      socket.send(errorFrame("SESSION_ERROR", error instanceof SessionError ? error.message : "The session failed."));
    socket.close(1000);
    return null;
  }
}
