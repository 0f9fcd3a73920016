import { type AccountUsage, emptyView, type Times, type Writable, writeView } from './account-usage.js'
import type { Admitted, LimitSubject, MonthRule } from './limiter.js'
import { release, reserve, usedIn } from './monthly-quota.js'
import { takeBack } from './sliding-window.js'

type Slot = Writable<Admitted> & {
  spender: LimitSubject
  use: AccountUsage
  atMonoMs: number
  month: number
  isOpen: boolean
}

/** Running requests. A charged object is reused, so that admission allocates nothing. */
export function createRequestsInFlight(times: Times) {
  const free: Slot[] = []

  const make = (spender: LimitSubject, use: AccountUsage): Slot => {
    const view = emptyView()
    const slot: Slot = {
      admitted: true,
      spender,
      use,
      atMs: 0,
      atMonoMs: 0,
      month: 0,
      reserved: false,
      usedThisMonth: 0,
      isOpen: false,
      charge: (cost) => {
        if (slot.isOpen) {
          slot.isOpen = false
          slot.use.inFlight -= 1
          if (slot.reserved) release(slot.use.quota, slot.month, cost === 'month')
          if (cost === 'nothing') takeBack(slot.use.minute, slot.atMonoMs)
          free.push(slot)
        }
        return writeView(view, slot.spender, slot.use, times)
      },
    }
    return slot
  }

  return {
    /** For a request that is already counted in the minute. */
    acquireSlot: (
      spender: LimitSubject,
      use: AccountUsage,
      rule: MonthRule,
      monoMs: number,
      wallMs: number,
    ): Admitted => {
      const slot = free.pop() ?? make(spender, use)
      const month = times.calendar.month(wallMs)
      use.inFlight += 1
      slot.spender = spender
      slot.use = use
      slot.atMs = wallMs
      slot.atMonoMs = monoMs
      slot.month = month
      slot.reserved = rule !== 'exempt' && reserve(use.quota, spender.limits.monthlyQuota, month)
      slot.usedThisMonth = usedIn(use.quota, month)
      slot.isOpen = true
      return slot
    },
  }
}
