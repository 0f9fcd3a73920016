import { LRUCache } from 'lru-cache'
import type { Clock } from '../../time/clock.js'
import type { AttemptLog } from './attempt-log.js'
import { type AuthRateLimit, type BudgetSize, createAttemptBudget } from './auth-rate-limit.js'

type SharedBudgetPorts = BudgetSize & {
  readonly budget: string
  readonly log: AttemptLog
  readonly clock: Clock
}

/** Redis decides. If Redis does not answer, this server decides by its own count. */
export function createSharedAttemptBudget({ budget, log, clock, most, spanMs }: SharedBudgetPorts): AuthRateLimit {
  const own = createAttemptBudget({ clock, most, spanMs })
  /** No attempt is ever taken back, so a rejection stays valid until its time is over. */
  const deniedUntil = new LRUCache<string, number>({ max: 20_000 })

  const blockedFor = (name: string): number | null => {
    const deniedMs = (deniedUntil.get(name) ?? 0) - clock.monoMs()
    return deniedMs > 0 ? Math.ceil(deniedMs / 1000) : own.blockedFor(name)
  }

  async function ask(name: string): Promise<number | null> {
    const logged = await log.count([{ budget, name, most }], spanMs).catch(() => null)
    if (logged === null) return own.count(name)
    if ('atUs' in logged) {
      own.count(name)
      return null
    }
    deniedUntil.set(name, clock.monoMs() + logged.waitMs)
    return Math.ceil(logged.waitMs / 1000)
  }

  return { blockedFor, count: (name) => blockedFor(name) ?? ask(name) }
}
