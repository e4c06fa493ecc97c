import { afterEach, describe, expect, it, vi } from "vitest";
import { loadBackend } from "./backend.ts";

afterEach(() => {
  vi.doUnmock("onnxruntime-node");
  vi.resetModules();
});

function withoutNative() {
  vi.doMock("onnxruntime-node", () => {
    throw new Error("no such binary");
  });
}

describe("loadBackend", () => {
  it("prefers the native runtime", async () => {
    const backend = await loadBackend(1, "");
    expect(backend.name).toBe("onnxruntime-node");
    expect(backend.fallback).toBeUndefined();
  });

  it("falls back to WebAssembly, and says why", async () => {
    withoutNative();
    const backend = await loadBackend(1, "");
    expect(backend.name).toBe("onnxruntime-web");
    expect(backend.fallback).toBeTruthy();
  });

  it("does not fall back when the native runtime is forced", async () => {
    withoutNative();
    await expect(loadBackend(1, "node")).rejects.toMatchObject({ code: "engine_unavailable" });
  });

  it("obeys when WebAssembly is forced", async () => {
    const backend = await loadBackend(1, "web");
    expect(backend.name).toBe("onnxruntime-web");
    expect(backend.fallback).toBeUndefined();
  });

  it("refuses a backend that does not exist", async () => {
    await expect(loadBackend(1, "gpu")).rejects.toMatchObject({ code: "bad_option" });
  });
});
