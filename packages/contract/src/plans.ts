/** From lowest to highest; a plan includes what the plans before it include. */
export const planNames = ['Free', 'Starter', 'Pro', 'Business'] as const
export type PlanName = (typeof planNames)[number]

export const highestPlan = 'Business' satisfies PlanName

export type PlanLimits = {
  readonly monthlyQuota: number
  readonly requestsPerMinute: number
  /** Largest `rows` of the order book. */
  readonly orderbookRows: number
  /** Largest `hours` of history and candles. */
  readonly historyHours: number
  readonly webhooks: number
  readonly streams: number
}

/** What each plan allows unless the operator decides otherwise. */
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

/** Single figures of the past, such as `price`, are told for so many hours by plans without the history itself. */
const hoursWithoutHistory = 720

/** How far back single figures of the past are told: as far as the history, or as far as `stats` looks. */
export const pastHoursOf = ({ historyHours }: Pick<PlanLimits, 'historyHours'>): number =>
  historyHours === 0 ? hoursWithoutHistory : historyHours

export const includesPlan = (have: PlanName, need: PlanName): boolean =>
  planNames.indexOf(have) >= planNames.indexOf(need)
