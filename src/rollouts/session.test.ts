import { expect, it } from "vitest";
import { runSession } from "./session.ts";

/** Does every step up to the one that fails, and says which ones ran. */
function session(failing?: string) {
  const steps: string[] = [];
  const step = async (name: string) => {
    steps.push(name);
    if (name === failing) throw new Error(name);
  };
  return {
    steps,
    open: () => step("open"),
    play: () => step("play"),
    conclude: async () => {
      await step("conclude");
      return "result";
    },
    explain: (error: unknown) => new Error("explained", { cause: error }),
    close: () => step("close"),
  };
}

it("goes through all steps", async () => {
  const whole = session();
  expect(await runSession(whole)).toBe("result");
  expect(whole.steps).toEqual(["open", "play", "conclude", "close"]);
});

it.each([
  ["open", ["open", "close"]],
  ["play", ["open", "play", "close"]],
  ["conclude", ["open", "play", "conclude", "close"]],
])("explains a failure of %s, and closes all the same", async (name, ran) => {
  const failing = session(name);
  await expect(runSession(failing)).rejects.toMatchObject({ message: "explained", cause: { message: name } });
  expect(failing.steps).toEqual(ran);
});
