import type { PlanName } from '../generated/types.js'

/** From lowest to highest; a plan includes what the plans before it include. */
export const planNames = ['Free', 'Starter', 'Pro', 'Business'] as const

export const highestPlan = 'Business' satisfies PlanName

export type PlanLimits = {
  readonly monthlyQuota: number
  readonly requestsPerMinute: number
  readonly orderbookRows: number
  readonly historyHours: number
  readonly webhooks: number
  readonly streams: number
}

export const defaultPlans: Readonly<Record<PlanName, PlanLimits>> = {
  Free: {
    monthlyQuota: 5_000,
    requestsPerMinute: 10,
    orderbookRows: 10,
    historyHours: 0,
    webhooks: 0,
    streams: 0,
  },
  Starter: {
    monthlyQuota: 100_000,
    requestsPerMinute: 60,
    orderbookRows: 15,
    historyHours: 0,
    webhooks: 0,
    streams: 0,
  },
  Pro: {
    monthlyQuota: 2_000_000,
    requestsPerMinute: 300,
    orderbookRows: 20,
    historyHours: 720,
    webhooks: 5,
    streams: 2,
  },
  Business: {
    monthlyQuota: 20_000_000,
    requestsPerMinute: 1_200,
    orderbookRows: 50,
    historyHours: 8_760,
    webhooks: 20,
    streams: 10,
  },
}

const hoursWithoutHistory = 720

/** Hours of past single figures for a plan: its history, or 30 days like `stats` if it has none. */
export const pastHoursOf = ({ historyHours }: Pick<PlanLimits, 'historyHours'>): number =>
  historyHours === 0 ? hoursWithoutHistory : historyHours

export const includesPlan = (have: PlanName, need: PlanName): boolean =>
  planNames.indexOf(have) >= planNames.indexOf(need)
