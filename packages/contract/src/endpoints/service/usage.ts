import { z } from 'zod'
import { daysBack, includeParam } from '../../endpoint/common-inputs.js'
import { tableOf } from '../../endpoint/csv.js'
import { defineEndpoint, forKeys } from '../../endpoint/define-endpoint.js'
import { type DomainOf, toWire } from '../../endpoint/to-wire.js'
import { typed } from '../../endpoint/type-names.js'
import { wireCount, wireTime } from '../../endpoint/wire-schemas.js'
import type { RecentError, UsageOfDay, UsageReport } from '../../generated/types.js'

const usageExtras = ['recent_errors'] as const
export type UsageExtra = (typeof usageExtras)[number]

const figures = {
  day: z.iso.date().meta({ description: 'A UTC day.', examples: ['2026-11-21'] }),
  endpoint: z.string().meta({ description: 'The name of the endpoint, such as `rates` or `webhooks.create`.' }),
  requests: wireCount.meta({ description: 'Answered requests, successful or not.' }),
  counted: wireCount.meta({ description: 'Requests that count against the monthly quota.' }),
  errors: wireCount.meta({ description: 'Requests answered with an error.' }),
  limited: wireCount.meta({ description: 'Requests rejected with 429, not included in `requests`.' }),
}

const recentError: z.ZodType<RecentError> = z
  .object({
    code: typed('LooseEnum<ErrorCode>', z.string()).meta({
      description: 'Error code, as in `detail.code` of the answers.',
    }),
    endpoint: figures.endpoint,
    param: z.string().nullable().meta({
      description: "The parameter or field that was wrong, where it is one of the endpoint's own.",
    }),
    suggestion: z.string().nullable().meta({
      description: 'Nearest valid name or value, as in `detail.suggestion` of the answers.',
    }),
    count: wireCount,
    last_at: wireTime.meta({ description: 'Time of the last occurrence, UTC.' }),
  })
  .meta({ id: 'RecentError' })

const answer: z.ZodType<UsageReport> = z
  .object({
    days: z
      .array(z.object(figures).meta({ id: 'UsageOfDay' }))
      .meta({ description: 'By day and endpoint, the oldest day first.' }),
    keys: z
      .array(
        z
          .object({ key_prefix: z.string().meta({ description: 'The first characters of the key.' }), ...figures })
          .meta({ id: 'UsageOfKey' }),
      )
      .meta({ description: 'The same lines for each key.' }),
    recent_errors: z
      .array(recentError)
      .meta({
        description:
          'Errors of the last 24 hours since the server started, most frequent first. Only with `include=recent_errors`.',
      })
      .exactOptional(),
  })
  .meta({ id: 'UsageReport', description: 'Requests of the account. Days without requests have no line.' })

const usageColumns = ['day', 'endpoint', 'key_prefix', 'requests', 'counted', 'errors', 'limited'] as const

/**
 * @example
 * const { days } = await p2p.usage({ days: 7 })
 * const refused = days.reduce((sum, { limited }) => sum + limited, 0)
 */
export const usage = defineEndpoint({
  name: 'usage',
  method: 'GET',
  path: '/usage',
  ...forKeys('Free', 'session'),
  summary: 'Your requests by day, endpoint and key',
  description:
    'Counts the requests of all keys of the account, at most 1 second late. Answers even if the monthly quota is used up.',
  query: {
    days: daysBack('UTC days'),
    include: includeParam(usageExtras, 'Adds `recent_errors`: errors of the last 24 hours, by code.'),
  },
  answer,
  example: {
    days: [{ day: '2026-11-21', endpoint: 'rates', requests: 412, counted: 409, errors: 3, limited: 12 }],
    keys: [
      {
        key_prefix: 'p2p_7Hk2QzX9',
        day: '2026-11-21',
        endpoint: 'rates',
        requests: 412,
        counted: 409,
        errors: 3,
        limited: 12,
      },
    ],
  },
  table: tableOf(usageColumns, ({ keys }: UsageReport) => keys),
  errors: ['storage_unavailable'],
  quotaFree: true,
})

export type UsageInput = UsageOfDay & { readonly keyPrefix: string }

export type RecentErrorInput = DomainOf<RecentError>

export const toUsageReportResponse = (
  rows: readonly UsageInput[],
  recentErrors: readonly RecentErrorInput[] | null,
): UsageReport => ({
  days: overKeys(rows),
  keys: rows.map(({ keyPrefix, day, endpoint, requests, counted, errors, limited }) => ({
    key_prefix: keyPrefix,
    day,
    endpoint,
    requests,
    counted,
    errors,
    limited,
  })),
  ...(recentErrors === null ? {} : { recent_errors: recentErrors.map((one) => toWire(recentError, one)) }),
})

function overKeys(rows: readonly UsageInput[]): UsageOfDay[] {
  const lines = new Map<string, UsageOfDay>()
  for (const { day, endpoint, requests, counted, errors, limited } of rows) {
    const name = `${day} ${endpoint}`
    const known = lines.get(name)
    lines.set(name, {
      day,
      endpoint,
      requests: requests + (known?.requests ?? 0),
      counted: counted + (known?.counted ?? 0),
      errors: errors + (known?.errors ?? 0),
      limited: limited + (known?.limited ?? 0),
    })
  }
  return [...lines].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, line]) => line)
}
