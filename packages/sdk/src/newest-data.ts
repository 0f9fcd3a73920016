import { type SentHeaders, told } from './answer-facts.js'

/** How much the servers that answered have known: behind one address there may be several, and the next one shall know no less. */
export interface NewestData {
  note(headers: Headers): void
  /** What says so with the next request. */
  sent(): SentHeaders
}

export function createNewestData(): NewestData {
  let known = 0
  return {
    note: (headers) => {
      const version = Number(told(headers, 'X-Data-Version') ?? 0)
      if (Number.isSafeInteger(version)) known = Math.max(known, version)
    },
    sent: () => (known === 0 ? {} : { 'X-Min-Data-Version': String(known) }),
  }
}
