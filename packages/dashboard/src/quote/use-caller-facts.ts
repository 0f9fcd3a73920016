import type { CallerRecord } from '@p2p-rates/contract'
import { useServices } from '../services-context.js'

/** Writes a record: "12 orders", "98 %", "400 days", "verified". */
export function useCallerFacts(): (record: Partial<CallerRecord>) => readonly string[] {
  const { numbers, t } = useServices()
  return ({ orders, completion_pct: completion, account_days: days, verified }) => [
    ...(orders === undefined ? [] : [t('record.orders', { n: orders })]),
    ...(completion === undefined ? [] : [`${numbers.derived(completion)}\u00a0%`]),
    ...(days === undefined ? [] : [t('me.days', { n: days })]),
    ...(verified === true ? [t('me.verified')] : []),
  ]
}
