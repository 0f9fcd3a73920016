import type { PlanLimits, PlanName } from '@p2p-rates/contract'

export type PlanTable = Readonly<Record<PlanName, PlanLimits>>
