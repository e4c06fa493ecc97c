/** From (level, split, seed, options) to a certified task. */
import type { TaskRequest } from "../../core/environment.ts";
import type { Json } from "../../core/json.ts";
import { Random } from "../../core/random.ts";
import { objection } from "./certify.ts";
import { type Attempt, brokenBy, type Draft, toAttempt } from "./draft.ts";
import { drawRequest, sampleOrNull } from "./draw.ts";
import type { Fault } from "./faults/fault.ts";
import { makers } from "./faults/index.ts";
import { type Field, fieldsOf } from "./fields.ts";
import { gradeExplanation } from "./grade/explanation.ts";
import { explanationOf } from "./grade/remedies.ts";
import { finishTask, type Identity } from "./identity.ts";
import { intentOf, summaryOf } from "./intent.ts";
import { contentFaults, gates, headerFaults } from "./levels.ts";
import { observe } from "./observation.ts";
import type { ApiResponse, Operation } from "./operation.ts";
import type { Options } from "./options.ts";
import { placeKind } from "./place.ts";
import { noTask, type Pool } from "./pool.ts";
import { sampleResponse } from "./sampling/response.ts";
import { answer } from "./server/answer.ts";
import { receive } from "./server/receive.ts";
import type { ApiDebugTask, Secret } from "./task.ts";
import { type FaultLabel, faultLabels } from "./vocabulary.ts";
import type { World } from "./world.ts";

/** Most fields in the body of a task that is only diagnosed: such tasks are meant to be short. */
const mostFields = 12;

/** Sets of labels tried, and operations tried with each, before a task is given up. */
const tries = { labels: 20, operations: 12 };

/** A task of a level about requests. Throws FettleError `no_task` when nothing can be certified. */
export function generateRequestTask(me: Identity, pool: Pool, request: TaskRequest<Options>): ApiDebugTask {
  const { level, split, seed, options } = request;
  const root = new Random(`${me.name}/${me.version}/${level}/${split}/${seed}`);
  for (let i = 0; i < tries.labels; i++) {
    const labels = drawLabels(level, options, root);
    const operations = pool.offering(labels);
    for (let j = 0; operations.length > 0 && j < tries.operations; j++) {
      const operation = root.pick(operations);
      const made = attempt(level, operation, pool, labels, options, root.split(`${i}/${j}`));
      if (made) return assemble(me, request, operation, made);
    }
  }
  throw noTask(request, pool);
}

function drawLabels(level: string, { actions }: Options, random: Random): FaultLabel[] {
  const original = actions === "original";
  const all: readonly FaultLabel[] = original ? [...contentFaults, ...headerFaults] : faultLabels;
  switch (level) {
    case "easy":
      return [random.pick(all)];
    case "classify":
      return random.sample(all, random.int(2, 3));
    case "headers":
      // A wrong media type is seen without reading the credentials, and one suits most operations: drawn as often as the
      // others, it would pay for little.
      return [random.chance(0.06) ? "wrong_content_type" : random.pick(["missing_auth_header", "expired_auth_token"])];
    case "medium":
      if (original || random.chance(0.75)) return [random.pick(contentFaults)];
      return [random.pick(["wrong_http_method", "redirect_loop", "rate_limit_headers"] as const)];
    default: {
      const count = random.int(2, 3);
      if (random.chance(0.5)) return random.sample(contentFaults, count);
      return [random.pick(original ? headerFaults : gates), ...random.sample(contentFaults, count - 1)];
    }
  }
}

interface Made {
  reference: Draft;
  sent: Attempt;
  world: World;
  faults: Fault[];
  response: ApiResponse | null;
  intent: string;
}

function attempt(
  level: string,
  operation: Operation,
  { strays }: Pool,
  labels: readonly FaultLabel[],
  options: Options,
  random: Random,
): Made | null {
  const drawn = drawRequest(operation, random);
  if (!drawn) return null;
  const { world, draft: reference, sampled } = drawn;
  const diagnosed = level === "easy" || level === "classify";
  if (
    diagnosed &&
    operation.body &&
    fieldsOf(operation.body.schema, reference.body).filter(isShown).length > mostFields
  )
    return null;

  const faults: Fault[] = [];
  for (const label of labels) {
    const context = { operation, reference, world, verbosity: options.verbosity, strays, random: random.split(label) };
    const fault = makers[label](context);
    if (!fault || (options.actions === "original" && !originalCanRepair(fault))) return null;
    faults.push(fault);
    Object.assign(world, fault.world);
  }
  reference.wait = world.retryAfter ?? 0;
  if (objection(operation, world, reference, faults)) return null;
  const broken = brokenBy(reference, faults);
  const sent = toAttempt(operation, broken);
  if (level === "hard") {
    // Names of users' documents may hold what ends a statement, or read like something else.
    const text = explanationOf({ reference, faults, world });
    if (gradeExplanation(operation, world, reference, broken, faults, text).value < 1) return null;
  }
  const intent = diagnosed ? summaryOf(operation) : intentOf(operation, reference, faults, random.split("intent"));
  if (intent === null) return null;
  const made = { reference, sent, world, faults, intent };
  if (!faults.some(({ needsAnswer }) => needsAnswer)) return { ...made, response: null };
  const created = () => sampleOrNull(() => sampleResponse(operation, random.split("response"), sampled).body) ?? null;
  const response = answerShown(operation, world, faults, sent, options, created);
  return response && { ...made, response };
}

const isShown = ({ container, value }: Field): boolean => !container && value !== undefined;

function originalCanRepair({ place }: Fault): boolean {
  const kind = placeKind(place);
  return kind === "body" || kind === "header";
}

/** The answer to the broken request, or null where it does not show every fault that only an answer can show. */
function answerShown(
  operation: Operation,
  world: World,
  faults: readonly Fault[],
  broken: Attempt,
  { verbosity }: Options,
  created: () => Json | null,
): ApiResponse | null {
  const verdict = receive(operation, world, broken);
  const hidden = faults.filter(({ needsAnswer }) => needsAnswer);
  for (const { label } of hidden) {
    if (label === "wrong_status_code") {
      if (hidden.length > 1) return null;
      // An error's answer must not look like a success; a success's answer must not look like an error.
      if (verdict) world.wrongStatus = operation.success.status;
    } else if (label !== "rate_limit_headers" && !verdict?.problems.some((problem) => problem.label === label))
      return null;
  }
  const body = verdict ? null : created();
  if (!verdict && body === null) return null;
  return answer(operation, world, verdict, verbosity, body);
}

function assemble(me: Identity, request: TaskRequest<Options>, operation: Operation, made: Made): ApiDebugTask {
  const { reference, sent, world, faults, response, intent } = made;
  const { level, options } = request;
  const shown = { operation, level, world, request: sent, response, intent, count: faults.length };
  const secret: Secret = {
    operation: operation.id,
    reference,
    world,
    verbosity: options.verbosity,
    faults,
    issues: [],
    rightStatus: 0,
  };
  return finishTask(
    me,
    request,
    operation,
    secret,
    observe({ ...shown, original: options.actions === "original" }),
    faults,
  );
}
