import type { Side } from '@p2p-rates/core'
import type { PaymentMethod } from './payment-methods.js'

export type Person = {
  /** From which every exchange makes ids in its own form. */
  readonly seed: number
  readonly nickname: string
  readonly merchant: boolean
  readonly monthOrders: number
  readonly lifetimeOrders: number
  /** 0 to 1. */
  readonly completion: number
  readonly positive: number
  readonly registeredAtMs: number
  readonly lastSeenSeconds: number
}

export type Demands = {
  readonly minOrders: number
  readonly minCompletionPct: number
  readonly minAccountAgeDays: number
}

export type AttackKind = 'fresh' | 'good' | 'tiny' | 'limits' | 'unit' | 'stale' | 'moderate' | 'sybil'

export type Offer = {
  readonly seed: number
  /** The caller's side. */
  readonly side: Side
  readonly price: number
  readonly stockUsdt: number
  readonly postedUsdt: number
  /** The advertiser's own limits in fiat; the maximum is not capped by the stock. */
  readonly minFiat: number
  readonly maxFiat: number
  readonly methods: readonly [PaymentMethod, ...PaymentMethod[]]
  readonly payWindowMinutes: number
  readonly remark: string
  readonly postedAtMs: number
  readonly demands: Demands | null
  readonly advertiser: Person
  /** Ground truth that no exchange shows: whether the advertiser would really trade at this price. */
  readonly intent: 'honest' | AttackKind
}
