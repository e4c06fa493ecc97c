/** Tasks about answers: a request, the operation's own answer to it, and one or two issues in that answer. */
import type { TaskRequest } from "../../../core/environment.ts";
import { Random } from "../../../core/random.ts";
import { objection } from "../certify.ts";
import { type Draft, toAttempt, withEdit } from "../draft.ts";
import { drawRequest, sampleOrNull } from "../draw.ts";
import type { Fault } from "../faults/fault.ts";
import { makers, offeredBy } from "../faults/index.ts";
import { fieldsOf } from "../fields.ts";
import { finishTask, type Identity } from "../identity.ts";
import { summaryOf } from "../intent.ts";
import { observe } from "../observation.ts";
import type { ApiResponse, Operation } from "../operation.ts";
import type { Options } from "../options.ts";
import { isWithin } from "../pointer.ts";
import { noTask, type Pool } from "../pool.ts";
import { sampleResponse } from "../sampling/response.ts";
import { answer } from "../server/answer.ts";
import { errorValue } from "../server/error-body.ts";
import { receive } from "../server/receive.ts";
import type { ApiDebugTask, Issue } from "../task.ts";
import type { FaultLabel, ResponseIssue } from "../vocabulary.ts";
import type { World } from "../world.ts";
import { departures, type Judged } from "./conformance.ts";
import { type OpenAnswer, spoilers, written } from "./spoil.ts";

const tries = 200;
/** Most fields of an answer. */
const mostFields = 24;

/** A task of the response level. Throws FettleError `no_task` when nothing can be certified. */
export function generateResponseTask(me: Identity, pool: Pool, request: TaskRequest<Options>): ApiDebugTask {
  const { level, split, seed } = request;
  const root = new Random(`${me.name}/${me.version}/${level}/${split}/${seed}`);
  const first = drawFirst(root);
  for (let i = 0; i < tries && pool.operations.length > 0; i++) {
    // A label that no operation offers must not keep the level from having tasks.
    const random = root.split(i);
    const draw = i < tries / 2 ? first : drawFirst(random);
    const made = attempt(random.pick(pool.operations), pool, draw, request.options, random);
    if (made) return assemble(me, request, made);
  }
  throw noTask(request, pool);
}

interface Draw {
  label: ResponseIssue;
  /** Whether the answer is one of failure. */
  isError: boolean;
}

/**
 * What an answer is about, by share. An answer of failure has but two issues, so that its status says a lot: such are
 * rare. Most wrong statuses are those of success, which they share with the three issues of fields.
 */
const shares: readonly (readonly [share: number, draw: Draw])[] = [
  [0.07, { label: "inconsistent_error_format", isError: true }],
  [0.06, { label: "wrong_status_code", isError: false }],
  [0.16, { label: "wrong_status_code", isError: true }],
  [0.24, { label: "missing_response_field", isError: false }],
  [0.24, { label: "wrong_response_type", isError: false }],
  [0.23, { label: "extra_response_field", isError: false }],
];

function drawFirst(random: Random): Draw {
  let left = random.float();
  const found = shares.find(([share]) => (left -= share) < 0);
  return (found ?? shares[0])?.[1] ?? { label: "missing_response_field", isError: false };
}

interface Made {
  operation: Operation;
  world: World;
  draft: Draft;
  judged: Judged;
  issues: Issue[];
}

interface Scene extends Judged {
  operation: Operation;
  world: World;
  draft: Draft;
  open: OpenAnswer;
}

function attempt(
  operation: Operation,
  pool: Pool,
  { label: first, isError }: Draw,
  options: Options,
  random: Random,
): Made | null {
  const scene = isError ? errorScene(operation, pool, options, random) : successScene(operation, random);
  if (!scene || departures(operation, scene).length > 0) return null;
  const issues: Issue[] = [];
  let open = scene.open;
  for (const [index, label] of [first, ...secondIssue(first, isError, random)].entries()) {
    const spoiled = spoilers[label](operation, scene.open, random.split(`${index}/${label}`), pool.leaks);
    if (!spoiled || issues.some(({ place }) => isWithin(place, spoiled.place) || isWithin(spoiled.place, place)))
      return null;
    const alone = departures(operation, { ...scene, response: written(spoiled.apply(scene.open)) });
    if (alone.length !== 1 || alone[0]?.label !== label || alone[0].place !== spoiled.place) return null;
    issues.push({ label, place: spoiled.place });
    open = spoiled.apply(open);
  }
  return { ...scene, judged: { ...scene, response: written(open) }, issues };
}

/** A second issue, now and then, often of the same name: pairs of five labels are easily met halfway by naming many. */
function secondIssue(first: ResponseIssue, isError: boolean, random: Random): ResponseIssue[] {
  if (!random.chance(isError ? 0.2 : 0.3)) return [];
  const fields = ["missing_response_field", "wrong_response_type", "extra_response_field"] as const;
  if (isError) return [first === "wrong_status_code" ? "inconsistent_error_format" : "wrong_status_code"];
  if (first !== "wrong_status_code" && random.chance(0.5)) return [first];
  return [first !== "wrong_status_code" && random.chance(0.2) ? "wrong_status_code" : random.pick(fields)];
}

function successScene(operation: Operation, random: Random): Scene | null {
  const { schema, status } = operation.success;
  if (!schema || status >= 300) return null;
  const drawn = drawRequest(operation, random);
  const sampled = drawn && sampleOrNull(() => sampleResponse(operation, random.split("response"), drawn.sampled));
  if (!drawn || sampled?.body === undefined || fieldsOf(schema, sampled.body).length > mostFields) return null;
  const { world, draft } = drawn;
  const open = { response: sampled.response, value: sampled.body };
  return { operation, world, draft, open, response: sampled.response, rightStatus: status, isError: false };
}

const causes = [
  "missing_auth_header",
  "wrong_content_type",
  "wrong_http_method",
  "rate_limit_headers",
  "missing_required_field",
  "wrong_field_type",
  "invalid_enum_value",
  "null_value_in_required",
  "extra_unknown_field",
] as const satisfies FaultLabel[];

/** An error answer needs a cause: the request shown has one fault, and the answer tells of it in full. */
function errorScene(operation: Operation, { strays }: Pool, options: Options, random: Random): Scene | null {
  const offered = causes.filter((label) => offeredBy(operation).has(label));
  const drawn = drawRequest(operation, random);
  if (!drawn || offered.length === 0) return null;
  const { world, draft: reference } = drawn;
  const context = { operation, reference, world, verbosity: options.verbosity, strays, random: random.split("cause") };
  const fault: Fault | null = makers[random.pick(offered)](context);
  if (!fault?.edit) return null;
  Object.assign(world, fault.world);
  reference.wait = world.retryAfter ?? 0;
  if (objection(operation, world, reference, [fault])) return null;
  const draft = withEdit(reference, fault.edit);
  const verdict = receive(operation, world, toAttempt(operation, draft));
  if (!verdict || !isOnlyStatus(operation, verdict.status)) return null;
  const response: ApiResponse = answer(operation, world, verdict, "field");
  const value = errorValue(operation.errorStyle, verdict.status, verdict.problems, true);
  const declared = operation.errors.find(({ status }) => status === verdict.status)?.validate;
  if (declared && value !== null && declared(value).length > 0) return null;
  return { operation, world, draft, open: { response, value }, response, rightStatus: verdict.status, isError: true };
}

/** Content errors may be answered by 400 or 422: right is the one that is declared, where only one is. */
function isOnlyStatus(operation: Operation, status: number): boolean {
  const declared = operation.errors.map((error) => error.status);
  if (status !== 400 && status !== 422) return true;
  return declared.includes(status) && !(declared.includes(400) && declared.includes(422));
}

function assemble(me: Identity, request: TaskRequest<Options>, made: Made): ApiDebugTask {
  const { operation, world, draft, judged, issues } = made;
  const { level, options } = request;
  const shown = observe({
    operation,
    level,
    world,
    request: toAttempt(operation, draft),
    response: judged.response,
    intent: summaryOf(operation),
    count: issues.length,
    original: options.actions === "original",
  });
  const secret = {
    operation: operation.id,
    reference: draft,
    world,
    verbosity: options.verbosity,
    faults: [],
    issues,
    rightStatus: judged.rightStatus,
  };
  return finishTask(me, request, operation, secret, shown, issues);
}
