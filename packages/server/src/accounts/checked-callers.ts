import type { CallerCache } from './caller-cache.js'

/** Callers in memory, as long as no change of theirs can have been missed. */
export const checkedCallers = (
  callers: CallerCache,
  news: { readonly isSure: boolean; ensure(): Promise<void> },
): CallerCache => ({
  ...callers,
  cached: (digest) => (news.isSure ? callers.cached(digest) : undefined),
  load: async (digest) => {
    if (!news.isSure) await news.ensure()
    const known = callers.cached(digest)
    return known === undefined ? callers.load(digest) : known
  },
})
