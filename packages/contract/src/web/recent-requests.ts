import { z } from 'zod'
import { defineEndpoint, webPrefix } from '../define-endpoint.js'
import type { ErrorCode } from '../error-codes.js'
import { isoTime, type LooseEnum, wireCount, wireTime } from '../wire.js'

export type RecentRequest = {
  readonly requested_at: string
  readonly method: string
  /** Without its query. */
  readonly path: string
  readonly status: number
  /** Milliseconds until the answer was there; `null` for a wrong key. */
  readonly took_ms: number | null
  /** Address of the client, without its last part. */
  readonly address: string
  readonly key_prefix: string
  readonly code: LooseEnum<ErrorCode> | null
}

/** The newest first. */
export type RecentRequestList = { readonly requests: readonly RecentRequest[] }

const request: z.ZodType<RecentRequest> = z
  .object({
    requested_at: wireTime,
    method: z.string(),
    path: z.string().meta({ description: 'Without its query.' }),
    status: wireCount,
    took_ms: z
      .number()
      .min(0)
      .nullable()
      .meta({ description: 'Milliseconds until the answer was there; null for a wrong key.' }),
    address: z.string().meta({ description: 'Where it came from, its last part left out.' }),
    key_prefix: z.string().meta({ description: 'The first characters of the key.' }),
    code: z.string().nullable().meta({ description: 'As in `detail.code`, where it was refused.' }),
  })
  .meta({ id: 'RecentRequest' })

const answer: z.ZodType<RecentRequestList> = z
  .object({ requests: z.array(request).max(20).meta({ description: 'The newest first.' }) })
  .meta({ id: 'RecentRequestList' })

export const listRequests = defineEndpoint({
  name: 'requests.list',
  method: 'GET',
  root: webPrefix,
  path: '/requests',
  access: { kind: 'session' },
  summary: 'What your keys asked a moment ago',
  description:
    'The last 20 requests with keys of the account, and with wrong keys that begin like one of them, such as a mistyped or revoked one: from the first time this is asked until ten minutes after the last. They are kept in memory alone.',
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

export type RecentRequestInput = {
  readonly atMs: number
  readonly method: string
  readonly path: string
  readonly status: number
  readonly tookMs: number | null
  readonly address: string
  readonly keyPrefix: string
  readonly code: ErrorCode | null
}

export const toRequestsResponse = (requests: readonly RecentRequestInput[]): RecentRequestList => ({
  requests: requests.map(({ atMs, method, path, status, tookMs, address, keyPrefix, code }) => ({
    requested_at: isoTime(atMs),
    method,
    path,
    status,
    took_ms: tookMs === null ? null : Math.round(tookMs * 10) / 10,
    address,
    key_prefix: keyPrefix,
    code,
  })),
})
