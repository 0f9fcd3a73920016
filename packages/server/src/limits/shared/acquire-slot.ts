import type { Admitted, Cost, LimitSubject, LimitView } from '../limiter.js'
import type { LimitCount, LimitViews } from './limit-views.js'
import type { SharedAccount } from './shared-account.js'

type PlaceOpening = {
  readonly account: SharedAccount
  readonly spender: LimitSubject
  readonly tally: LimitCount
  readonly atMs: number
  readonly reserved: boolean
  readonly end: (cost: Cost) => void
}

export type OpenPlace = (opening: PlaceOpening) => Admitted

/** Opens a running request against Redis counts. Its headers use the counts from its admission. */
export function createOpenPlace(tallies: LimitViews): OpenPlace {
  return ({ account, spender, tally, atMs, reserved, end }) => {
    let view: LimitView | null = null
    const charge = (cost: Cost): LimitView => {
      if (view !== null) return view
      account.underWay -= 1
      end(cost)
      const taken = tally.taken - (cost === 'nothing' ? 1 : 0)
      const used = tally.used - (reserved && cost !== 'month' ? 1 : 0)
      view = tallies.view(spender, { ...tally, taken, used })
      return view
    }
    return { admitted: true, atMs, reserved, usedThisMonth: tally.used, charge }
  }
}
