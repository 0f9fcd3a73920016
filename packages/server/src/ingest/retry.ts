import type { FaultKind } from '@p2p-rates/core'

/** How often one market may be asked again within a refresh; what is not named here is not worth asking again at once. */
const retries: Partial<Record<FaultKind, number>> = {
  timeout: 2,
  network: 2,
  tls: 2,
  dns: 2,
  unavailable: 2,
  bad_response: 1,
}

export const retriesAfter = (kind: FaultKind): number => retries[kind] ?? 0

/** An empty list where there were ads a moment ago: asked about once more. */
export const retriesAfterSuddenEmptiness = 1

/** Any moment up to a doubling bound, so that many troubled markets do not come back together. */
export const retryDelayMs = (attempt: number, random: number): number =>
  Math.round(random * Math.min(8_000, 500 * 2 ** attempt))

/** A tenth of what is asked anyway; one at least, so that a small installation may retry too. */
export const retryBudget = (asked: number): number => Math.max(1, Math.floor(asked / 10))
