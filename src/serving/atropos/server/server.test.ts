import { once } from "node:events";
import { connect } from "node:net";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  type Call,
  caller,
  envRequest,
  group,
  registration,
  scratchFolder,
  startServer,
  tagsOf,
} from "../testing/client.ts";
import { serveRollouts } from "./server.ts";

/** Registers a trainer and as many environments as there are sizes. */
async function open(call: Call, batch_size: number, ...envs: ReturnType<typeof envRequest>[]): Promise<void> {
  await call("POST", "/register", { ...registration, batch_size });
  await call("GET", "/batch");
  for (const env of envs) expect((await call("POST", "/register-env", env)).body.status).toBe("success");
}

const submit = async (call: Call, ...groups: ReturnType<typeof group>[]) => {
  const answers = [];
  for (const one of groups) answers.push((await call("POST", "/scored_data", one)).body);
  return answers;
};

describe("the Rollout API", () => {
  it("lets environments in once a trainer has asked for a batch", async () => {
    const { call } = await startServer();
    expect((await call("GET", "/batch")).body).toMatchObject({ status: "error", batch: [] });
    expect((await call("POST", "/register-env", envRequest(4))).body).toEqual({ status: "wait for trainer to start" });
    const { body } = await call("POST", "/register", registration);
    expect(Number.isSafeInteger(body.uuid)).toBe(true);
    expect((await call("POST", "/register-env", envRequest(4))).body).toEqual({ status: "wait for trainer to start" });
    expect((await call("GET", "/batch")).body).toEqual({ batch: null });
    expect((await call("POST", "/register-env", envRequest(4))).body).toEqual({
      status: "success",
      env_id: 0,
      wandb_name: "e_0",
      checkpoint_dir: "/ck",
      starting_step: 0,
      checkpoint_interval: 5,
      num_steps: 10,
    });
    expect((await call("POST", "/register-env", envRequest(4))).body).toMatchObject({ env_id: 1, wandb_name: "e_1" });
    expect((await call("GET", "/info")).body).toEqual({ batch_size: 8, max_token_len: 512 });
    expect((await call("GET", "/wandb_info")).body).toEqual({ group: "g", project: "p" });
  });

  it("hands out the oldest first and counts a step when it does", async () => {
    const { call } = await startServer();
    await open(call, 8);
    await submit(call, ...[0, 1, 2, 3, 4, 5].map((tag) => group(4, tag)));
    expect((await call("GET", "/status")).body).toEqual({ current_step: 0, queue_size: 6 });
    expect(tagsOf((await call("GET", "/batch")).body.batch)).toEqual([0, 1]);
    expect((await call("GET", "/status")).body).toEqual({ current_step: 1, queue_size: 4 });
    expect(tagsOf((await call("GET", "/batch")).body.batch)).toEqual([2, 3]);
    expect(tagsOf((await call("GET", "/batch")).body.batch)).toEqual([4, 5]);
    expect((await call("GET", "/batch")).body).toEqual({ batch: null });
    expect((await call("GET", "/latest_example")).body.tokens[0][0]).toBe(5);
  });

  it("buffers groups smaller than promised until they make up the size, and never parts them", async () => {
    const { call } = await startServer();
    await open(call, 8, envRequest(4));
    const sent = await submit(call, group(2, 0, 0), group(1, 1, 0), group(3, 2, 0), group(2, 3, 0));
    expect(sent.map(({ buffer_size }) => buffer_size)).toEqual([2, 3, 2, 0]);
    expect((await call("GET", "/status")).body.queue_size).toBe(4);
    expect(tagsOf((await call("GET", "/batch")).body.batch)).toEqual([1, 2, 0, 3]);
    const list = await call("POST", "/scored_data_list", [group(4, 4, 0), group(1, 5, 0)]);
    expect(list.body).toEqual({ status: "received", groups_processed: 2, buffered: 1, last_buffer_size: 1 });
  });

  it("fills batches from mixed sizes", async () => {
    const { call } = await startServer();
    await open(call, 8, envRequest(3), envRequest(2));
    await submit(call, group(3, 0, 0), group(3, 1, 0), group(3, 2, 0));
    expect((await call("GET", "/batch")).body).toEqual({ batch: null });
    await submit(call, group(2, 3, 1));
    expect(tagsOf((await call("GET", "/batch")).body.batch)).toEqual([0, 1, 3]);
  });

  it("refuses at once what can never be part of a batch", async () => {
    const { call } = await startServer();
    await open(call, 8, envRequest(4));
    const refused = await call("POST", "/scored_data", group(3, 0));
    expect(refused.status).toBe(422);
    expect(refused.body.detail[0]).toMatchObject({ type: "group_size", loc: ["body", "tokens"] });
    expect(refused.body.detail[0].msg).toContain("Groups of 3 sequences cannot fill a batch of 8 exactly");
    expect((await call("POST", "/scored_data", group(16, 0))).body.detail[0].msg).toContain(
      "larger than the trainer's",
    );
    expect((await call("POST", "/register-env", envRequest(16))).status).toBe(422);
    expect((await call("POST", "/scored_data_list", [group(4, 1), group(3, 2)])).body.detail[0].loc).toContain(1);
    expect((await call("GET", "/status")).body.queue_size).toBe(0);
    await call("POST", "/register-env", envRequest(5));
    expect((await call("POST", "/scored_data", group(3, 3))).status).toBe(200);
  });

  it("refuses NaN and Infinity, and a batch after it is whole", async () => {
    const { call } = await startServer();
    await open(call, 8);
    await submit(call, group(4, 0), group(4, 1));
    for (const number of ["NaN", "-Infinity", "1e999"]) {
      const body = `{"images":"\\"NaN\\\\","tokens":[[1]],"masks":[[1]],"scores":[${number}]}`;
      const answer = await call("POST", "/scored_data", body);
      expect(answer.status).toBe(422);
      expect(answer.body.detail[0].type).toBe("finite_number");
    }
    const other = await call("POST", "/scored_data", '{"images":"NaN Infinity \\" NaN","tokens":[[None]]}');
    expect(other.body.detail[0].type).toBe("json_invalid");
    expect((await call("POST", "/scored_data", `"${"\\".repeat(100_000)}`)).body.detail[0].type).toBe("json_invalid");
    expect(tagsOf((await call("GET", "/batch")).body.batch)).toEqual([0, 1]);
  });

  it("asks senders to wait while nobody has registered, and while the queue is full", async () => {
    const { call } = await startServer({ maxQueue: 4 });
    const early = await call("POST", "/scored_data", group(4, 0));
    expect([early.status, early.headers["retry-after"]]).toEqual([503, "1"]);
    await open(call, 2);
    await submit(call, ...[0, 1, 2, 3].map((tag) => group(1, tag)));
    const late = await call("POST", "/scored_data", group(1, 4));
    expect([late.status, late.headers["retry-after"]]).toEqual([503, "1"]);
    expect(late.body.detail).toContain("queue is full (4 groups)");
    expect(tagsOf((await call("GET", "/batch")).body.batch)).toEqual([0, 1]);
    expect((await call("POST", "/scored_data", group(1, 4))).status).toBe(200);
  });

  it("has room for what completes a batch, however full the queue is", async () => {
    const { call } = await startServer({ maxQueue: 1 });
    await open(call, 8, envRequest(3), envRequest(2));
    let taken = 0;
    while ((await call("POST", "/scored_data", group(3, taken, 0))).status === 200) taken++;
    expect(taken).toBeGreaterThanOrEqual(16);
    expect(taken).toBeLessThanOrEqual(32);
    expect((await call("POST", "/scored_data", group(2, 99, 1))).status).toBe(200);
    expect(tagsOf((await call("GET", "/batch")).body.batch)).toEqual([0, 1, 99]);
  });

  it("joins a trainer that says the same, and begins a run for one that does not", async () => {
    const { call } = await startServer();
    await open(call, 8, envRequest(4));
    await submit(call, group(4, 0), group(4, 1), group(8, 2));
    await call("POST", "/register", registration);
    expect((await call("GET", "/batch")).body.batch).toHaveLength(2);
    await call("POST", "/register", { ...registration, batch_size: 4, starting_step: 7 });
    expect((await call("GET", "/info")).body.batch_size).toBe(4);
    expect((await call("GET", "/status")).body).toEqual({ current_step: 7, queue_size: 0 });
    expect((await call("GET", "/status-env?env_id=0")).status).toBe(200);
  });

  it("answers /status-env from a body and from a query, as the original counts", async () => {
    const { call } = await startServer();
    await open(call, 8, envRequest(2, { weight: 1 }), envRequest(4, { weight: 3, min_batch_allocation: 0.25 }));
    await submit(call, group(2, 0, 0), group(2, 1, 0), group(4, 2, 1), group(4, 3, 1));
    const expected = {
      current_step: 0,
      queue_size: 5,
      unallocated_fraction: 0.75,
      self_queue_size: 2,
      max_group_size: 4,
      env_weight: 0.25,
    };
    expect((await call("GET", "/status-env", { env_id: 0 })).body).toEqual(expected);
    expect((await call("GET", "/status-env?env_id=0")).body).toEqual(expected);
    expect((await call("GET", "/status-env", { env_id: 9 })).status).toBe(404);
    expect((await call("GET", "/status-env", { env_id: -1 })).status).toBe(404);
    expect((await call("GET", "/status-env")).body.detail[0]).toMatchObject({ type: "missing", loc: ["body"] });
    expect((await call("POST", "/disconnect-env", { env_id: 9 })).body.status).toBe("failure");
  });

  it("counts what others queued also when all groups have one sequence", async () => {
    const { call } = await startServer();
    await open(call, 8, envRequest(1), envRequest(1));
    await submit(call, group(1, 0, 0), group(1, 1, 1), group(1, 2, 1));
    expect((await call("GET", "/status-env?env_id=0")).body).toMatchObject({ queue_size: 3, self_queue_size: 1 });
  });

  it("survives environments without weight", async () => {
    const { call } = await startServer();
    await open(call, 8, envRequest(4, { weight: 0 }));
    expect((await call("GET", "/status-env?env_id=0")).body.env_weight).toBe(0.01);
  });

  it("no longer waits for an environment that has gone silent or left", async () => {
    let now = 0;
    const { call } = await startServer({ envTimeoutMs: 1000, now: () => now });
    await open(call, 8, envRequest(4), envRequest(4, { min_batch_allocation: 0.5 }));
    await submit(call, group(4, 0, 0), group(4, 1, 0));
    expect((await call("GET", "/batch")).body.batch).toBeNull();
    now = 1001;
    expect((await call("GET", "/envs")).body.map(({ connected }: { connected: boolean }) => connected)).toEqual([
      false,
      false,
    ]);
    expect(tagsOf((await call("GET", "/batch")).body.batch)).toEqual([0, 1]);
    expect((await call("GET", "/status-env?env_id=1")).body.env_weight).toBe(1);
    await submit(call, group(4, 2, 0), group(4, 3, 0));
    expect((await call("GET", "/status-env?env_id=1")).status).toBe(200);
    expect((await call("GET", "/batch")).body.batch).toBeNull();
    await call("POST", "/disconnect-env", { env_id: 1 });
    expect(tagsOf((await call("GET", "/batch")).body.batch)).toEqual([2, 3]);
  });

  it("reads and writes gzip, and unpacks no more than it may", async () => {
    const { call } = await startServer({ maxBodyBytes: 100_000 });
    await open(call, 8);
    const zipped = { "content-encoding": "gzip" };
    const large = { ...group(8, 0), images: "x".repeat(2000) };
    expect((await call("POST", "/scored_data", gzipSync(JSON.stringify(large)), zipped)).body.status).toBe("received");
    const invalid = await call("POST", "/scored_data", "plain", zipped);
    expect([invalid.status, invalid.body]).toEqual([400, "Invalid gzip payload"]);
    const bomb = gzipSync(JSON.stringify({ ...large, images: "x".repeat(200_000) }));
    expect((await call("POST", "/scored_data", bomb, zipped)).status).toBe(413);
    const response = await fetch(`${(await startServer()).url}/status`, { headers: { "accept-encoding": "gzip" } });
    expect(response.headers.get("content-encoding")).toBeNull();
  });

  it("puts a batch whose trainer hung up back to the front", async () => {
    const server = await startServer();
    const { call } = server;
    await open(call, 8);
    const large = (tag: number) => ({ ...group(4, tag), images: "x".repeat(8_000_000) });
    await submit(call, large(0), large(1), group(4, 2), group(4, 3));
    const socket = connect(server.port, "127.0.0.1");
    socket.write("GET /batch HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(socket, "readable");
    expect((await call("GET", "/status")).body).toEqual({ current_step: 1, queue_size: 2 });
    socket.destroy();
    await expect.poll(async () => (await call("GET", "/status")).body.queue_size, { timeout: 20_000 }).toBe(4);
    expect(tagsOf((await call("GET", "/batch")).body.batch)).toEqual([0, 1]);
    expect(tagsOf((await call("GET", "/batch")).body.batch)).toEqual([2, 3]);
    expect((await call("GET", "/status")).body.current_step).toBe(2);
  });

  it("answers what nobody serves as FastAPI does", async () => {
    const { call } = await startServer();
    expect(await call("GET", "/nothing")).toMatchObject({ status: 404, body: { detail: "Not Found" } });
    expect(await call("POST", "/batch")).toMatchObject({ status: 405, body: { detail: "Method Not Allowed" } });
    expect((await call("HEAD", "/info")).status).toBe(405);
    expect(await call("POST", "/register/")).toMatchObject({ status: 307, headers: { location: "/register" } });
    const broken = await call("POST", "/register", "{");
    expect(broken.body.detail[0]).toMatchObject({ type: "json_invalid", loc: ["body"] });
    const missing = await call("POST", "/register", { ...registration, batch_size: undefined });
    expect(missing.body.detail).toEqual([{ type: "missing", loc: ["body", "batch_size"], msg: "Field required" }]);
  });

  it("forgets everything on /reset_data, and takes a trainer again", async () => {
    const { call } = await startServer();
    await open(call, 8, envRequest(4));
    await submit(call, group(4, 0));
    expect((await call("GET", "/reset_data")).body).toBe("Reset successful");
    expect((await call("GET", "/batch")).body.status).toBe("error");
    expect((await call("GET", "/info")).body).toEqual({ batch_size: -1, max_token_len: -1 });
    await open(call, 4, envRequest(4));
    expect((await call("GET", "/status")).body).toEqual({ current_step: 0, queue_size: 0 });
  });
});

describe("a folder", () => {
  it("goes on after a restart: trainer, step, environments, queue, buffers and keys", async () => {
    const folder = await scratchFolder();
    const first = await serveRollouts({ port: 0, folder });
    const call = caller(first.url);
    await open(call, 8, envRequest(4));
    await submit(call, ...[0, 1, 2, 3].map((tag) => group(4, tag, 0)), group(1, 4, 0));
    await call("POST", "/scored_data", group(3, 5, 0), { "idempotency-key": "a" });
    await call("GET", "/batch");
    await first.close();

    const { call: again } = await startServer({ folder });
    expect((await again("GET", "/status")).body).toEqual({ current_step: 1, queue_size: 4 });
    expect((await again("GET", "/status-env?env_id=0")).body).toMatchObject({ current_step: 1, self_queue_size: 3 });
    expect((await again("POST", "/scored_data", group(3, 5, 0), { "idempotency-key": "a" })).body.buffer_size).toBe(0);
    expect(tagsOf((await again("GET", "/batch")).body.batch)).toEqual([2, 3]);
    expect((await again("GET", "/latest_example")).body.tokens[0][0]).toBe(5);
    expect((await again("GET", "/status")).body).toEqual({ current_step: 2, queue_size: 2 });
  });

  it("is used by one server at a time", async () => {
    const folder = await scratchFolder();
    await startServer({ folder });
    await expect(serveRollouts({ port: 0, folder })).rejects.toMatchObject({ code: "bad_run_folder" });
  });

  it("takes a submission with a key once", async () => {
    const { call } = await startServer();
    await open(call, 8);
    const key = { "idempotency-key": "one" };
    const answers = await Promise.all([1, 2, 3].map(() => call("POST", "/scored_data", group(4, 0), key)));
    expect(answers.map(({ body }) => body.status)).toEqual(["received", "received", "received"]);
    expect((await call("GET", "/status")).body.queue_size).toBe(1);
  });

  it("packs its answers where asked", async () => {
    const { call, url } = await startServer();
    await open(call, 8);
    await submit(call, { ...group(8, 7), messages: [[{ role: "user", content: "x".repeat(5000) }]] } as never);
    const raw = await new Promise<Buffer>((resolve, reject) => {
      import("node:http").then(({ get }) =>
        get(`${url}/batch`, { headers: { "accept-encoding": "gzip" } }, (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("end", () => resolve(Buffer.concat(chunks)));
        }).on("error", reject),
      );
    });
    expect(tagsOf(JSON.parse(gunzipSync(raw).toString()).batch)).toEqual([7]);
  });
});
