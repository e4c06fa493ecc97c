import { setMaxListeners } from "node:events";

/** A signal that follows another one and may also fire by itself after a time. Call `dispose` when done. */
export interface Deadline {
  signal: AbortSignal;
  /** True when the time ran out, false when (or before) the parent fired. */
  expired(): boolean;
  /** Fires now, whatever the parent does. */
  abort(): void;
  dispose(): void;
}

/**
 * `AbortSignal.any` with `AbortSignal.timeout` keeps a reference on a long-lived parent for every call; this one lets go.
 * `milliseconds` null: no time limit.
 */
export function deadline(parent: AbortSignal | undefined, milliseconds: number | null): Deadline {
  const controller = new AbortController();
  // As many listeners as there are episodes in flight is no leak.
  setMaxListeners(0, controller.signal);
  let late = false;
  const follow = () => controller.abort(parent?.reason);
  if (parent?.aborted) follow();
  else parent?.addEventListener("abort", follow, { once: true });
  const timer =
    milliseconds === null
      ? undefined
      : setTimeout(() => {
          late = !controller.signal.aborted;
          controller.abort(new DOMException(`No answer within ${milliseconds} ms`, "TimeoutError"));
        }, milliseconds);
  return {
    signal: controller.signal,
    expired: () => late,
    abort: () => controller.abort(new DOMException("Stopped", "AbortError")),
    dispose() {
      clearTimeout(timer);
      parent?.removeEventListener("abort", follow);
    },
  };
}

/** Rejects with the signal's reason as soon as it fires, even if the promise never settles. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      promise.catch(() => {});
      reject(signal.reason);
    };
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** Waits, and rejects with the signal's reason if it fires first. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", stop, { once: true });
  });
}
