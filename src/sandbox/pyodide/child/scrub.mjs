/** A second wall behind the gate: takes away what a program that got into JavaScript would reach for first. */
import dgram from "node:dgram";
import dns from "node:dns";
import net from "node:net";

const processMembers =
  `kill _kill binding _linkedBinding dlopen chdir setuid setgid seteuid setegid setgroups initgroups
_debugProcess _debugEnd getBuiltinModule mainModule send abort report`.split(/\s+/);
const globals = ["fetch", "WebSocket", "EventSource", "Function", "eval"];

function denied() {
  throw new Error("not available");
}

function close(object, names, value) {
  for (const name of names) {
    try {
      Object.defineProperty(object, name, { value, writable: false, configurable: false });
    } catch {
      // Not there, or already closed.
    }
  }
}

export function scrub() {
  close(process, processMembers, undefined);
  for (const name of Object.keys(process.env)) delete process.env[name];
  close(net, ["connect", "createConnection", "createServer", "Socket", "Server"], denied);
  close(net.Socket.prototype, ["connect"], denied);
  close(net.Server.prototype, ["listen"], denied);
  close(dgram, ["createSocket"], denied);
  close(dgram.Socket.prototype, ["bind", "send", "connect"], denied);
  close(
    dns,
    Object.keys(dns).filter((name) => typeof dns[name] === "function"),
    denied,
  );
  for (const name of globals) delete globalThis[name];
}
