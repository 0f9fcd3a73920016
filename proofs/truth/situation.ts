import type { Random } from '@p2p-rates/chance'
import type { Side } from '@p2p-rates/core'
import type { DrawAdvertiser } from './advertiser.js'
import type { MarketClass, SimulatedMarket } from './simulated-market.js'

/** What happens on a market from look to look; memory lasts from one to the next, and the last look is the one that counts. */
export type Situation = {
  readonly name: string
  /** The side in danger, whose best prices are judged; both when absent. */
  readonly side?: Side
  readonly looks: (setting: Setting) => readonly SimulatedMarket[]
}
export type Setting = { readonly marketClass: MarketClass; readonly random: Random; readonly draw: DrawAdvertiser }
