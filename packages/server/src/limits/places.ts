import type { Admitted, MonthRule, Spender } from './limiter.js'
import { release, reserve, usedIn } from './monthly-quota.js'
import { takeBack } from './sliding-window.js'
import { emptyView, fillView, type Times, type Use, type Writable } from './use.js'

/** One admitted request. */
type Place = Writable<Admitted> & {
  spender: Spender
  use: Use
  atMonoMs: number
  month: number
  isOpen: boolean
}

/** Places of requests under way. A charged one is used again, so that admitting a request allocates nothing. */
export function createPlaces(times: Times) {
  const free: Place[] = []

  const make = (spender: Spender, use: Use): Place => {
    const view = emptyView()
    const place: Place = {
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
        return fillView(view, place.spender, place.use, times)
      },
    }
    return place
  }

  return {
    /** For a request that stands in the minute already. */
    open: (spender: Spender, use: Use, rule: MonthRule, monoMs: number, wallMs: number): Admitted => {
      const place = free.pop() ?? make(spender, use)
      const month = times.calendar.month(wallMs)
      use.underWay += 1
      place.spender = spender
      place.use = use
      place.atMs = wallMs
      place.atMonoMs = monoMs
      place.month = month
      place.reserved = rule !== 'apart' && reserve(use.quota, spender.limits.monthlyQuota, month)
      place.usedThisMonth = usedIn(use.quota, month)
      place.isOpen = true
      return place
    },
  }
}
