import type { Side } from '@p2p-rates/core'
import type { Random } from '@p2p-rates/core/internal'
import { attacks } from '@p2p-rates/simulator/testing'
import type { DrawAdvertiser } from './advertiser.js'
import { createMarket, type MarketClass, type Scenario, type SimulatedMarket, venues } from './simulated-market.js'

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

const everywhere = venues.length
export const quiet: Scenario = { name: 'quiet', attack: attacks.fresh, share: 0, exchanges: 0 }
export const fresh: Scenario = { name: 'fresh', attack: attacks.fresh, share: 0.2, exchanges: everywhere }
export const good: Scenario = { name: 'good', attack: attacks.plausible, share: 0.2, exchanges: everywhere }
export const mixed: Scenario = { name: 'mixed', attack: attacks.mixed, share: 0.3, exchanges: everywhere }

export const marketOf = (scenario: Scenario, setting: Setting): SimulatedMarket =>
  createMarket({ ...setting, scenario })
export const quietMarket = (setting: Setting): SimulatedMarket => marketOf(quiet, setting)
