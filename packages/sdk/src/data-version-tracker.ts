import { header, type SentHeaders } from './response-meta.js'

/** How much the servers that answered have known: behind one address there may be several, and the next one shall know no less. */
export interface DataVersionTracker {
  record(headers: Headers): void
  /** What says so with the next request. */
  headers(): SentHeaders
}

export function createDataVersionTracker(): DataVersionTracker {
  let known = 0
  return {
    record: (headers) => {
      const version = Number(header(headers, 'X-Data-Version') ?? 0)
      if (Number.isSafeInteger(version)) known = Math.max(known, version)
    },
    headers: () => (known === 0 ? {} : { 'X-Min-Data-Version': String(known) }),
  }
}
