import pLimit from "p-limit";
import type { Model } from "../../../models/model.ts";

/**
 * The same model, of which at most so many requests are under way at a time: the share of its server that this environment
 * has beside others.
 */
export function sharedModel(model: Model, most: number): { model: Model; setShare(share: number): void } {
  const limit = pLimit(most);
  return {
    model: { ...model, complete: (request, signal) => limit(() => model.complete(request, signal)) },
    /** In (0, 1]. */
    setShare(share) {
      limit.concurrency = Math.max(1, Math.floor(most * Math.min(1, share)));
    },
  };
}
