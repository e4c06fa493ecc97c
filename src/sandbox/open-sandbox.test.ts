import { describe, expect, it } from "vitest";
import { BackendUnavailable } from "./backend.ts";
import { backendNames, openSandbox } from "./open-sandbox.ts";
import { proveItself } from "./self-test.ts";
import { naiveSandbox } from "./testing/naive.ts";

const onLinux = process.platform === "linux";

describe("openSandbox", () => {
  it.each(backendNames.filter((name) => onLinux || name !== "fork-server"))(
    "opens %s and names it",
    async (backend) => {
      const said: string[] = [];
      const sandbox = await openSandbox({ backend, slots: 1, log: (message) => said.push(message) });
      expect(sandbox.backend).toBe(backend);
      expect(said).toEqual([`sandbox: ${sandbox.description}`]);
      await sandbox.close();
    },
  );

  it.skipIf(!onLinux)("goes on to the next one where files cannot be hidden, and says so", async () => {
    const said: string[] = [];
    const forkServer = { namespaces: false, landlock: false };
    const sandbox = await openSandbox({ slots: 1, forkServer, log: (message) => said.push(message) });
    expect(sandbox.backend).toBe("pyodide");
    expect(said[0]).toBe("sandbox: not fork-server: neither namespaces nor Landlock can hide this machine's files");
    await sandbox.close();
  });

  it("refuses to grade without a sandbox, and says what to do", async () => {
    const nowhere = openSandbox({ backend: "fork-server", forkServer: { python: "/no/such/python" } });
    await expect(nowhere).rejects.toMatchObject({
      code: "sandbox_unavailable",
      message: expect.stringMatching(onLinux ? /no Python .*\/no\/such\/python: ENOENT/ : /needs Linux/),
      hint: expect.stringContaining("install Python"),
    });
  });

  it.skipIf(!onLinux)("finds out a sandbox that is none", async () => {
    await expect(proveItself(await naiveSandbox())).rejects.toThrow(BackendUnavailable);
    await expect(proveItself(await naiveSandbox())).rejects.toThrow(
      /attack "always-equal" is paid|right program fails/,
    );
  });
});
