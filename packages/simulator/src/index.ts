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
export { indexHistory } from './index-history.js'
export { officialRateHistory } from './officials/official-rate-history.js'
export { generateOutages, type OutageKind, type PastOutage } from './outage-history.js'
export { type Delivery, type Receiver, type ReceiverReply, startReceiver } from './receiver.js'
export { type Simulator, type SimulatorOptions, startSimulator } from './simulator.js'
export type { CrossedFiats } from './world/currencies.js'
export type { AttackKind, Offer, Person } from './world/offer.js'
export { createWorld, type MarketKey, type World } from './world/world.js'
