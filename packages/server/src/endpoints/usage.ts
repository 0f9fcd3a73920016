import { presentUsageReport, usage } from '@p2p-rates/contract'
import { accountOf } from '../accounts/actor.js'
import { implement } from '../http/implement.js'
import type { UsageReader } from '../usage/usage-reader.js'

export const usageEndpoint = ({ lastDays, recentErrors }: UsageReader) =>
  implement(usage, async ({ query: { days, include }, actor }) => {
    const { id } = accountOf(actor)
    const errors = include?.includes('recent_errors') ? recentErrors(id) : null
    return { answer: presentUsageReport(await lastDays(id, days), errors) }
  })
