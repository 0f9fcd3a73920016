import type { PlanLimits, PlanName } from '@p2p-rates/contract'

/** The limits of each plan as this operator has set them. */
export type PlanTable = Readonly<Record<PlanName, PlanLimits>>
