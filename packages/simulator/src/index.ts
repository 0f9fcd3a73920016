export { officialRateHistory } from './central-banks/official-dollar-rate.js'
export { usdtUsdHistory } from './central-banks/spot-ticker-answers.js'
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
export { generateOutages, type OutageKind, type PastOutage } from './outage-history.js'
export { generateHistory, type HistoryCycle, type HistoryOptions, type HistoryPoint } from './price-history.js'
export { fixingSlotHistory, indexHistory } from './reference-index-history.js'
export { type Simulator, type SimulatorOptions, startSimulator } from './simulator.js'
export { type Delivery, type Receiver, type ReceiverReply, startReceiver } from './webhook-receiver.js'
export type { CrossedFiats } from './world/currencies.js'
export type { AttackKind, Offer, Person } from './world/offer-and-person.js'
export { createWorld, type MarketKey, type World } from './world/world.js'
