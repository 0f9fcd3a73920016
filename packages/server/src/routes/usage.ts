import { toUsageReportResponse, usage } from '@p2p-rates/contract'
import { accountOf } from '../accounts/actor.js'
import { handle } from '../http/route-handler.js'
import type { UsageReader } from '../usage/usage-reader.js'

export const usageEndpoint = ({ lastDays, recentErrors }: UsageReader) =>
  handle(usage, async ({ query: { days, include }, actor }) => {
    const { id } = accountOf(actor)
    const errors = include?.includes('recent_errors') ? recentErrors(id) : null
    return { answer: toUsageReportResponse(await lastDays(id, days), errors) }
  })
