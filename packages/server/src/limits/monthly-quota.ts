/**
 * An account's usage by UTC month. Months are never deleted on a clock jump, so a clock that is set back finds its
 * count.
 */
export type MonthlyQuota = Map<number, MonthUse>

export type MonthUse = {
  counted: number
  /** Running requests that may still count. Reserved, so that concurrency can't overdraw the quota. */
  reserved: number
}

export const createMonthlyQuota = (counted: Iterable<readonly [month: number, count: number]> = []): MonthlyQuota =>
  new Map([...counted].map(([month, count]) => [month, { counted: count, reserved: 0 }]))

export function reserve(quota: MonthlyQuota, limit: number, month: number): boolean {
  const use = useOf(quota, month)
  if (use.counted + use.reserved >= limit) return false
  use.reserved += 1
  return true
}

export function release(quota: MonthlyQuota, month: number, counts: boolean): void {
  const use = useOf(quota, month)
  use.reserved -= 1
  if (counts) use.counted += 1
}

export function quotaRemaining(quota: MonthlyQuota, limit: number, month: number): number {
  const use = quota.get(month)
  return use === undefined ? limit : Math.max(0, limit - use.counted - use.reserved)
}

export function usedIn(quota: MonthlyQuota, month: number): number {
  const use = quota.get(month)
  return use === undefined ? 0 : use.counted + use.reserved
}

function useOf(quota: MonthlyQuota, month: number): MonthUse {
  let use = quota.get(month)
  if (use === undefined) {
    use = { counted: 0, reserved: 0 }
    quota.set(month, use)
  }
  return use
}
