import { attacks } from '@p2p-rates/simulator/testing'
import { type Scenario, venues } from './simulated-market.js'

const everywhere = venues.length

export const attackScenarios: readonly Scenario[] = [
  { name: 'clean', attack: attacks.fresh, share: 0, exchanges: 0 },
  { name: 'fresh 20 %', attack: attacks.fresh, share: 0.2, exchanges: everywhere },
  { name: 'good 20 %', attack: attacks.good, share: 0.2, exchanges: everywhere },
  { name: 'tiny 20 %', attack: attacks.tiny, share: 0.2, exchanges: everywhere },
  { name: 'limits 20 %', attack: attacks.limits, share: 0.2, exchanges: everywhere },
  { name: 'unit 20 %', attack: attacks.unit, share: 0.2, exchanges: everywhere },
  { name: 'stale 20 %', attack: attacks.stale, share: 0.2, exchanges: everywhere },
  { name: 'mod 20 %', attack: attacks.moderate, share: 0.2, exchanges: everywhere },
  { name: 'sybil 20 %', attack: attacks.sybil, share: 0.2, exchanges: 2 },
  { name: 'sybil 40 %', attack: attacks.sybil, share: 0.4, exchanges: 2 },
  { name: 'mixed 10 %', attack: attacks.mixed, share: 0.1, exchanges: everywhere },
  { name: 'mixed 30 %', attack: attacks.mixed, share: 0.3, exchanges: everywhere },
]
