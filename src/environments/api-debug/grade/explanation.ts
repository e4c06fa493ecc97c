/**
 * Explanations without a judge: F1 over claims (place, cause, repaired value). A claim is made where one statement names a
 * place and a cause; it is right when both are those of a fault and the statement also gives its repaired value. Naming
 * everything makes many wrong claims, so stuffing costs precision.
 */
import type { Draft } from "../draft.ts";
import type { Fault } from "../faults/fault.ts";
import { fieldsOf } from "../fields.ts";
import type { Operation } from "../operation.ts";
import { authPlace, mediaTypePlace, waitPlace } from "../place.ts";
import { faultLabels } from "../vocabulary.ts";
import type { World } from "../world.ts";
import { remediesOf } from "./remedies.ts";
import {
  isDenied,
  isNamed,
  isSpelled,
  mentionsCause,
  mentionsValue,
  statementsOf,
  withoutTexts,
} from "./statements.ts";

/** Longest explanation that is graded, in characters. */
export const longestExplanation = 600;

export interface ExplanationGrade {
  value: number;
  why: string;
}

export function gradeExplanation(
  operation: Operation,
  world: World,
  reference: Draft,
  broken: Draft,
  faults: readonly Fault[],
  text: string,
): ExplanationGrade {
  if (text.length > longestExplanation)
    return { value: 0, why: `the explanation has ${text.length} characters, at most ${longestExplanation} are graded` };
  const remedies = new Map(faults.map((fault) => [fault, remediesOf(operation, world, reference, fault)]));
  const places = placesOf(operation, reference, broken);
  const claims = new Set<string>();
  const hits = new Set<Fault>();
  const values = [...remedies.values()].flat();
  const placesIn = (statement: string): string[] => {
    const bare = withoutTexts(statement, values);
    const spelled = places.filter((place) => isSpelled(bare, place));
    return spelled.length > 0 ? spelled : places.filter((place) => isNamed(bare, place));
  };
  for (const statement of continued(statementsOf(text), (one) => placesIn(one).length === 0)) {
    const bare = withoutTexts(statement, values);
    if (isDenied(bare)) continue;
    for (const place of placesIn(statement)) {
      for (const cause of faultLabels) {
        if (!mentionsCause(bare, cause)) continue;
        claims.add(`${place} ${cause}`);
        const fault = faults.find((one) => one.label === cause && one.place.toLowerCase() === place.toLowerCase());
        if (fault && remedies.get(fault)?.some((remedy) => mentionsValue(statement, remedy))) hits.add(fault);
      }
    }
  }
  const value = (2 * hits.size) / (claims.size + faults.length);
  return { value, why: `${hits.size} of ${faults.length} faults explained, ${claims.size} claims made` };
}

/** Statements that continue the one before them (they name no place of their own) joined to it. */
function continued(statements: readonly string[], continues: (statement: string) => boolean): string[] {
  const joined: string[] = [];
  for (const statement of statements) {
    const previous = continues(statement) ? joined.pop() : undefined;
    joined.push(previous === undefined ? statement : `${previous}. ${statement}`);
  }
  return joined;
}

/** Every place of a request that a statement can name. */
function placesOf(operation: Operation, reference: Draft, broken: Draft): string[] {
  const schema = operation.body?.schema;
  const fields = schema
    ? [reference, broken].flatMap(({ body }) => fieldsOf(schema, body).map(({ pointer }) => pointer))
    : [];
  const headers = [
    ...Object.keys(reference.headers),
    ...Object.keys(broken.headers),
    mediaTypePlace,
    authPlace(operation) ?? "",
  ];
  const query = [...Object.keys(reference.query), ...Object.keys(broken.query)].map((name) => `query.${name}`);
  return [...new Set([...fields, ...headers, ...query, "http_method", "endpoint", waitPlace])].filter(
    (place) => place !== "",
  );
}
