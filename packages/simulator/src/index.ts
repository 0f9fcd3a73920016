export type { Compression } from './exchange-server.js'
export {
  type FaultName,
  type FaultTarget,
  faultNames,
  parseFault,
  type ScheduledFault,
  type SimulatedFault,
  unresolvableUrl,
} from './faults/fault.js'
export { generateHistory, type HistoryCycle, type HistoryOptions, type HistoryPoint } from './history.js'
export { pastOfficials } from './officials/past-officials.js'
export { pastIndex } from './past-index.js'
export { type Delivery, type Reaction, type Receiver, startReceiver } from './receiver.js'
export { type Simulator, type SimulatorOptions, startSimulator } from './simulator.js'
export { generateTroubles, type Trouble, type TroubleKind } from './troubles.js'
export type { CrossedFiats } from './world/currencies.js'
export type { AttackKind, Offer, Person } from './world/offer.js'
export { createWorld, type MarketKey, type World } from './world/world.js'
