import type { CallerCache } from './caller-cache.js'

/** Use cached callers only while this server cannot have missed a change. */
export const freshnessCheckedCallers = (
  callers: CallerCache,
  freshness: { readonly isUpToDate: boolean; ensureFresh(): Promise<void> },
): CallerCache => ({
  ...callers,
  cached: (digest) => (freshness.isUpToDate ? callers.cached(digest) : undefined),
  load: async (digest) => {
    if (!freshness.isUpToDate) await freshness.ensureFresh()
    const known = callers.cached(digest)
    return known === undefined ? callers.load(digest) : known
  },
})
