import type { CallerCache } from './caller-cache.js'

/** Callers in memory, as long as no change of theirs can have been missed. */
export const revocationCheckedKeys = (
  callers: CallerCache,
  freshness: { readonly isSure: boolean; ensureFresh(): Promise<void> },
): CallerCache => ({
  ...callers,
  cached: (digest) => (freshness.isSure ? callers.cached(digest) : undefined),
  load: async (digest) => {
    if (!freshness.isSure) await freshness.ensureFresh()
    const known = callers.cached(digest)
    return known === undefined ? callers.load(digest) : known
  },
})
