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
export function createPlaces(times: Times) {
  const free: Slot[] = []

  const make = (spender: LimitSubject, use: AccountUsage): Slot => {
    const view = emptyView()
    const place: Slot = {
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
        if (place.isOpen) {
          place.isOpen = false
          place.use.underWay -= 1
          if (place.reserved) release(place.use.quota, place.month, cost === 'month')
          if (cost === 'nothing') takeBack(place.use.minute, place.atMonoMs)
          free.push(place)
        }
        return writeView(view, place.spender, place.use, times)
      },
    }
    return place
  }

  return {
    /** For a request that is already counted in the minute. */
    open: (spender: LimitSubject, use: AccountUsage, rule: MonthRule, monoMs: number, wallMs: number): Admitted => {
      const place = free.pop() ?? make(spender, use)
      const month = times.calendar.month(wallMs)
      use.underWay += 1
      place.spender = spender
      place.use = use
      place.atMs = wallMs
      place.atMonoMs = monoMs
      place.month = month
      place.reserved = rule !== 'exempt' && reserve(use.quota, spender.limits.monthlyQuota, month)
      place.usedThisMonth = usedIn(use.quota, month)
      place.isOpen = true
      return place
    },
  }
}
