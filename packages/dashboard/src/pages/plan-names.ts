import type { PlanName } from '@p2p-rates/contract'

/** From lowest to highest. The contract's own list is code that a page does not load. */
export const planNames = ['Free', 'Starter', 'Pro', 'Business'] as const satisfies readonly PlanName[]
