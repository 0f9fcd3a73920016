import type { ExchangeId } from '../currencies-and-sides.js'
import type { KnownNetworks, NetworkSource } from './known-networks.js'

/** One network that two exchanges share: withdrawn from the first, deposited at the second. */
export type Transfer = {
  readonly from: ExchangeId
  readonly to: ExchangeId
  readonly network: string
  readonly isOpen: boolean
  /** Null if unknown. */
  readonly feeUsdt: number | null
  readonly leastUsdt: number | null
  /** These three are of the withdrawal and its fee. */
  readonly observedAtMs: number
  readonly source: NetworkSource
  readonly isStale: boolean
}

const dayMs = 86_400_000
/** Exchanges are read daily, so an older state comes from failed requests. Fees by hand are checked once a quarter. */
const freshDays: Readonly<Record<NetworkSource, number>> = { exchange: 3, manual: 90 }

/** All shared networks of all ordered pairs of exchanges. A network that is unknown at one end is absent. */
export function transfersOf({ withdrawals, deposits }: KnownNetworks, nowMs: number): readonly Transfer[] {
  return withdrawals
    .flatMap((out) =>
      deposits
        .filter(({ exchange, network }) => exchange !== out.exchange && network === out.network)
        .map(
          (into): Transfer => ({
            from: out.exchange,
            to: into.exchange,
            network: out.network,
            isOpen: out.isOpen && into.isOpen,
            feeUsdt: out.feeUsdt,
            leastUsdt: out.leastUsdt,
            observedAtMs: out.observedAtMs,
            source: out.source,
            isStale: nowMs - out.observedAtMs > freshDays[out.source] * dayMs,
          }),
        ),
    )
    .toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
}

const placeOf = ({ from, to, network }: Transfer): string => `${from} ${to} ${network}`

export const between = (all: readonly Transfer[], from: ExchangeId, to: ExchangeId): readonly Transfer[] =>
  all.filter((each) => each.from === from && each.to === to)

type Priced = Transfer & { readonly feeUsdt: number }
const isUsable = (transfer: Transfer): transfer is Priced => transfer.isOpen && transfer.feeUsdt !== null

/** The cheapest open network with a known fee. A stale figure counts only if there is no fresh one. */
export function cheapestTransfer(all: readonly Transfer[], from: ExchangeId, to: ExchangeId): Priced | null {
  const usable = between(all, from, to).filter(isUsable)
  const fresh = usable.filter(({ isStale }) => !isStale)
  const [cheapest] = (fresh.length > 0 ? fresh : usable).toSorted(
    (one, other) => one.feeUsdt - other.feeUsdt || (one.network < other.network ? -1 : 1),
  )
  return cheapest ?? null
}
