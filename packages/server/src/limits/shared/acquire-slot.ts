import type { Admitted, Cost, LimitSubject, LimitView } from '../limiter.js'
import type { AccountLimitState } from './account-limit-state.js'
import type { LimitCount, LimitViews } from './limit-views.js'

type SlotRequest = {
  readonly account: AccountLimitState
  readonly spender: LimitSubject
  readonly limitCount: LimitCount
  readonly atMs: number
  readonly reserved: boolean
  readonly end: (cost: Cost) => void
}

export type AcquireSlot = (opening: SlotRequest) => Admitted

/** Opens a running request against Redis counts. Its headers use the counts from its admission. */
export function createAcquireSlot(limitViews: LimitViews): AcquireSlot {
  return ({ account, spender, limitCount, atMs, reserved, end }) => {
    let view: LimitView | null = null
    const charge = (cost: Cost): LimitView => {
      if (view !== null) return view
      account.inFlight -= 1
      end(cost)
      const taken = limitCount.taken - (cost === 'nothing' ? 1 : 0)
      const used = limitCount.used - (reserved && cost !== 'month' ? 1 : 0)
      view = limitViews.view(spender, { ...limitCount, taken, used })
      return view
    }
    return { admitted: true, atMs, reserved, usedThisMonth: limitCount.used, charge }
  }
}
