import { expect, it } from "vitest";
import { lendSandbox } from "./lend.ts";

it("lends a sandbox to environments that need one, and nothing to others", async () => {
  const nothing = await lendSandbox({}, { log: () => expect.unreachable() });
  expect(nothing.services).toEqual({});
  await nothing.close();
  const { services, close } = await lendSandbox({ needs: ["sandbox"] }, { slots: 1 });
  expect(await services.sandbox?.encodeCalls("[(1,)]")).toHaveLength(1);
  await close();
});

it("refuses with what is missing where no sandbox can run", async () => {
  const lending = lendSandbox(
    { needs: ["sandbox"] },
    { backend: "fork-server", forkServer: { python: "/nowhere/python3" } },
  );
  await expect(lending).rejects.toMatchObject({
    code: "sandbox_unavailable",
    message: expect.stringMatching(/cannot be run safely here. fork-server: /),
    hint: expect.stringContaining("install Python"),
  });
});
