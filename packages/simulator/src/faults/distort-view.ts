import type { Side } from '@p2p-rates/core'
import type { View } from '../exchanges/simulated-exchange.js'
import { decimalsOf, roundPrice } from '../world/currencies.js'
import { hostileNicknames } from '../world/nicknames.js'
import type { Offer } from '../world/offer-and-person.js'
import type { ActiveFault } from './fault-schedule.js'

export const shownInstant = (atMs: number, active: readonly ActiveFault[], stepMs: number): number =>
  active.reduce(
    (shown, { fault, sinceMs }) =>
      fault.kind === 'frozen' ? Math.min(shown, Math.floor(sinceMs / stepMs) * stepMs) : shown,
    Math.floor(atMs / stepMs) * stepMs,
  )

export const distortView = (view: View, active: readonly ActiveFault[]): View => active.reduce(applyFault, view)

function applyFault(view: View, { fault, sinceMs }: ActiveFault): View {
  switch (fault.kind) {
    case 'no_market':
      return { ...view, board: () => [] }
    case 'swapped_sides':
      return { ...view, board: (fiat, side) => view.board(fiat, other(side)).map((offer) => ({ ...offer, side })) }
    case 'hostile_names':
      return { ...view, board: (fiat, side) => view.board(fiat, side).map(renamed) }
    case 'devaluation':
      return devalued(view, fault.pct ?? 8, view.atMs - sinceMs, fault.overMs ?? 0)
    default:
      return view
  }
}

const other = (side: Side): Side => (side === 'BUY' ? 'SELL' : 'BUY')

function renamed(offer: Offer, index: number): Offer {
  const nickname = hostileNicknames[index % hostileNicknames.length] ?? ''
  return { ...offer, remark: nickname, advertiser: { ...offer.advertiser, nickname } }
}

function devalued(view: View, pct: number, passedMs: number, overMs: number): View {
  // A step may have begun a little before the fault did.
  const done = overMs === 0 ? 1 : Math.min(1, Math.max(0, passedMs) / overMs)
  const factor = 1 + (pct / 100) * done
  return {
    ...view,
    board: (fiat, side) =>
      view.board(fiat, side).map((offer) => ({ ...offer, price: roundPrice(offer.price * factor, decimalsOf(fiat)) })),
  }
}
