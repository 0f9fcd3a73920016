/** Requests of one key to one endpoint on one UTC day that are not on disk yet. */
export type UsageDelta = {
  readonly accountId: string
  readonly keyId: string
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string
  readonly endpoint: string
  /** Admitted requests, whatever their answer. */
  readonly requests: number
  /** Requests that count towards the monthly quota. */
  readonly counted: number
  readonly errors: number
  /** Refused for too many of them: none of the requests above. */
  readonly limited: number
  readonly lastAtMs: number
}

export type UsageRow = Omit<UsageDelta, 'accountId' | 'lastAtMs'>

/** `writer` is like no other, and gives each batch a higher number than the one before. */
export type UsageBatch = { readonly writer: string; readonly number: number }

export type MonthTotal = { readonly accountId: string; readonly month: number; readonly counted: number }

/** Months are numbered year * 12 + month (UTC). Usage per account and month, per key, endpoint and day. One `add` is one durable transaction. */
export interface UsageStore {
  /** Resolves with the increased totals. Adding a batch again under its name counts it once. */
  add(deltas: readonly UsageDelta[], batch?: UsageBatch): Promise<readonly MonthTotal[]>
  countedByMonth(accountId: string): Promise<readonly (readonly [month: number, counted: number])[]>
  /** When each key of an account, or of all, was used last, to the minute. */
  lastUses(accountId: string | null): Promise<ReadonlyMap<string, number>>
  perDay(accountId: string, fromDay: string, toDay: string): Promise<readonly UsageRow[]>
  /** Forgets days; what counted in a month stays on record. Resolves with the number of rows. */
  forgetBefore(day: string): Promise<number>
}
