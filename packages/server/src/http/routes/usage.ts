import { toUsageReportResponse, usage } from '@p2p-rates/contract'
import { accountOf } from '../../accounts/actor.js'
import type { UsageReader } from '../../accounts/usage/usage-reader.js'
import { handle } from '../route-handler.js'

export const usageEndpoint = ({ lastDays, recentErrors }: UsageReader) =>
  handle(usage, async ({ query: { days, include }, actor }) => {
    const { id } = accountOf(actor)
    const errors = include?.includes('recent_errors') ? recentErrors(id) : null
    return { answer: toUsageReportResponse(await lastDays(id, days), errors) }
  })
