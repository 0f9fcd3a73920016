import type { Side } from '@p2p-rates/core'
import type { Random } from '@p2p-rates/core/internal'
import type { DrawAdvertiser } from './advertiser.js'
import type { MarketClass, SimulatedMarket } from './simulated-market.js'

/** Sequence of markets over several looks. Memory carries over between looks, and only the last look is scored. */
export type Situation = {
  readonly name: string
  /** The side in danger, whose best prices are judged; both when absent. */
  readonly side?: Side
  /** The payment method that the caller wants; any when absent. */
  readonly method?: string
  readonly snapshots: (setting: Setting) => readonly SimulatedMarket[]
}
export type Setting = { readonly marketClass: MarketClass; readonly random: Random; readonly draw: DrawAdvertiser }
