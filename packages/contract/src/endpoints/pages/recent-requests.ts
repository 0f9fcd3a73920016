import { z } from 'zod'
import { defineEndpoint, forUsers } from '../../endpoint/define-endpoint.js'
import { type DomainOf, toWire } from '../../endpoint/to-wire.js'
import { typed } from '../../endpoint/type-names.js'
import { wireCount, wireTime } from '../../endpoint/wire-schemas.js'
import type { ErrorCode } from '../../errors/error-codes.js'
import type { RecentRequest, RecentRequestList } from '../../generated/types.js'

const request: z.ZodType<RecentRequest> = z
  .object({
    requested_at: wireTime,
    method: z.string(),
    path: z.string().meta({ description: 'Path without the query.' }),
    status: wireCount,
    took_ms: z.number().min(0).nullable().meta({ description: 'Response time in milliseconds; null for a wrong key.' }),
    address: z.string().meta({ description: 'Client address without its last part.' }),
    key_prefix: z.string().meta({ description: 'The first characters of the key.' }),
    code: typed('LooseEnum<ErrorCode>', z.string())
      .nullable()
      .meta({ description: 'Error code as in `detail.code`; null if the request succeeded.' }),
  })
  .meta({ id: 'RecentRequest' })

const answer: z.ZodType<RecentRequestList> = z
  .object({ requests: z.array(request).max(20).meta({ description: 'Newest first.' }) })
  .meta({ id: 'RecentRequestList' })

export const listRequests = defineEndpoint({
  ...forUsers,
  name: 'requests.list',
  method: 'GET',
  path: '/requests',
  summary: 'Recent requests of your keys',
  description:
    'Returns the last 20 requests with keys of the account. The list includes requests with a wrong key if the wrong key begins like a key of the account, for example a mistyped key. The server starts recording at the first call of this endpoint, and stops 10 minutes after the last call. The recorded requests are only in memory.',
  answer,
  example: {
    requests: [
      {
        requested_at: '2026-11-21T10:05:12.000Z',
        method: 'GET',
        path: '/api/v1/rates',
        status: 200,
        took_ms: 0.4,
        address: '203.0.113.x',
        key_prefix: 'p2p_7Hk2QzX9',
        code: null,
      },
    ],
  },
})

export type RecentRequestInput = Omit<DomainOf<RecentRequest>, 'requestedAtMs' | 'code'> & {
  readonly atMs: number
  readonly code: ErrorCode | null
}

export const toRequestsResponse = (requests: readonly RecentRequestInput[]): RecentRequestList => ({
  requests: requests.map(({ atMs, tookMs, ...known }) =>
    toWire(request, {
      ...known,
      requestedAtMs: atMs,
      tookMs: tookMs === null ? null : Math.round(tookMs * 10) / 10,
    }),
  ),
})
