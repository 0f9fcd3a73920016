import type { FaultKind } from '@p2p-rates/core'

/** Retries of one market per refresh, by fault; a fault that isn't listed gets none. */
const retries: Partial<Record<FaultKind, number>> = {
  timeout: 2,
  network: 2,
  tls: 2,
  dns: 2,
  unavailable: 2,
  bad_response: 1,
}

export const retriesAfter = (kind: FaultKind): number => retries[kind] ?? 0

export const retriesAfterSuddenEmptiness = 1

/** Any moment up to a doubling bound, so that many troubled markets do not come back together. */
export const retryDelayMs = (attempt: number, random: number): number =>
  Math.round(random * Math.min(8_000, 500 * 2 ** attempt))

/** Returns a tenth of the requests, but at least 1, so that small installations can retry. */
export const retryBudget = (asked: number): number => Math.max(1, Math.floor(asked / 10))
