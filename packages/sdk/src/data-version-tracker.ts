import { header, type SentHeaders } from './response-meta.js'

/** Highest data version received. Several servers may share an address, so later answers must not be older. */
export interface DataVersionTracker {
  record(headers: Headers): void
  /** Headers that require at least this version. */
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
