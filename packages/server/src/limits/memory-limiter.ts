import { LRUCache } from 'lru-cache'
import { type AccountUsage, createAccountUsage, emptyView, type Times, writeView } from './account-usage.js'
import type { Admission, Limiter, LimitStatus, LimitSubject, MonthRule, Refusal } from './limiter.js'
import { createMonthlyQuota, quotaRemaining } from './monthly-quota.js'
import { maxAtOnce, type RefusalReason, refusalReason } from './refusal-reasons.js'
import { createRequestsInFlight } from './requests-in-flight.js'
import { admit, remaining, secondsUntilReset } from './sliding-window.js'

/** Counts in memory. Reads earlier usage from the database once per account. */
export interface MemoryLimiter extends Limiter {
  forgetEverything(): void
}

type Ports = Times & {
  readonly countedByMonth: (accountId: string) => Promise<Iterable<readonly [month: number, counted: number]>>
}

export function createMemoryLimiter({ countedByMonth, ...times }: Ports): MemoryLimiter {
  const { clock, calendar } = times
  const inFlightSlots = createRequestsInFlight(times)
  /** Entries stay for the life of the process, because each holds the window and the running requests. */
  const accounts = new Map<string, AccountUsage>()
  const waiting = new Map<string, Promise<AccountUsage>>()
  /** Subjects without a monthly quota. An LRU: the longest idle entries are evicted. */
  const exempt = new LRUCache<string, AccountUsage>({ max: 20_000 })
  let replacements = 0

  const load = async (id: string): Promise<AccountUsage> => {
    const before = replacements
    const counted = await countedByMonth(id)
    if (replacements !== before) return load(id)
    const use = createAccountUsage(createMonthlyQuota(counted))
    accounts.set(id, use)
    return use
  }

  /** Waiting requests continue in order of arrival; each is answered before the next is decided. */
  const inTurn = (id: string): Promise<AccountUsage> => {
    const turn = (waiting.get(id) ?? load(id)).then((use) => use)
    waiting.set(id, turn)
    const leave = () => {
      if (waiting.get(id) === turn) waiting.delete(id)
    }
    turn.then(leave, leave)
    return turn
  }

  const exemptUsage = (id: string): AccountUsage => {
    const use = exempt.get(id) ?? createAccountUsage(createMonthlyQuota())
    exempt.set(id, use)
    return use
  }

  const standing = (spender: LimitSubject, use: AccountUsage): LimitStatus => ({
    view: writeView(emptyView(), spender, use, times),
    abuse: use.abuse,
  })

  const refuse = (spender: LimitSubject, use: AccountUsage, why: RefusalReason): Refusal => ({
    admitted: false,
    ...why,
    ...standing(spender, use),
  })

  const decide = (spender: LimitSubject, use: AccountUsage, rule: MonthRule): Admission => {
    const monoMs = clock.monoMs()
    const wallMs = clock.wallMs()
    const { requestsPerMinute: perMinute, monthlyQuota: perMonth } = spender.limits

    if (rule === 'binding' && quotaRemaining(use.quota, perMonth, calendar.month(wallMs)) === 0)
      return refuse(
        spender,
        use,
        refusalReason(
          'month',
          Math.max(
            calendar.secondsUntilNextMonth(wallMs),
            remaining(use.minute, perMinute, monoMs) > 0 ? 1 : secondsUntilReset(use.minute, perMinute, monoMs),
          ),
          perMinute,
        ),
      )
    if (use.inFlight >= maxAtOnce && remaining(use.minute, perMinute, monoMs) > 0)
      return refuse(spender, use, refusalReason('atOnce'))
    if (!admit(use.minute, perMinute, monoMs))
      return refuse(spender, use, refusalReason('minute', secondsUntilReset(use.minute, perMinute, monoMs), perMinute))
    return inFlightSlots.acquireSlot(spender, use, rule, monoMs, wallMs)
  }

  return {
    admitRequest: (spender, rule) => {
      const use = rule === 'exempt' ? exemptUsage(spender.id) : accounts.get(spender.id)
      return use === undefined
        ? inTurn(spender.id).then((loaded) => decide(spender, loaded, rule))
        : decide(spender, use, rule)
    },
    viewLimits: (spender) => {
      const use = accounts.get(spender.id)
      return use === undefined ? inTurn(spender.id).then((loaded) => standing(spender, loaded)) : standing(spender, use)
    },
    forgetEverything: () => {
      replacements += 1
      accounts.clear()
    },
  }
}
