import { sides } from '@p2p-rates/core'
import { faultKinds } from '@p2p-rates/core/internal'
import { z } from 'zod'

/** Paths of the protocol between remote collectors and the server. They are not API endpoints and take no API keys. */
export const collectorPaths = { tasks: '/collector/v1/tasks', answers: '/collector/v1/answers' } as const

/** `nonce`: with a poll the one that the server gave last, with an answer that of its task. */
export const collectorHeaders = {
  reporter: 'P2P-Reporter',
  task: 'P2P-Task',
  nonce: 'P2P-Nonce',
  digest: 'P2P-Digest',
  signature: 'P2P-Signature',
} as const

/** Seconds after which the server drops an unanswered task. */
export const taskSeconds = 20
export const pollSeconds = 20
/** Limit for the compressed body of an answer. */
export const mostAnswerBytes = 1024 * 1024

/**
 * Text that a remote collector signs with its Ed25519 key. `digest`: SHA-256 of the body as sent, in hex; empty without
 * a body. A header carries it, so that the server can verify the signature before it reads the body.
 */
export const collectorText = (parts: {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly reporter: string
  readonly task: string
  readonly nonce: string
  readonly digest: string
}): string => ['v1', parts.method, parts.path, parts.reporter, parts.task, parts.nonce, parts.digest].join('\n')

const word = z.string().min(1).max(100)
/** One page to read. It names a market and never an address: the request is built, and its hash compared, where it is sent. */
export type CollectorTask = Readonly<z.infer<typeof collectorTask>>
export const collectorTask = z.object({
  task: word,
  /** Taken once, from this collector, before the task ends. */
  nonce: word,
  exchange: word,
  fiat: word,
  /** Null, as is the page, for the exchange's own lists of names. */
  side: z.enum(sides).nullable(),
  page: z.int().min(1).max(100).nullable(),
  ends_in_seconds: z.number().min(0),
  request_hash: word,
})

/** Times are milliseconds on the collector's own monotonic clock; wall clocks are ignored. */
export type CollectorAnswer = Readonly<z.infer<typeof collectorAnswer>>

const shared = { schema: z.literal(1), started_ms: z.number().min(0), ended_ms: z.number().min(0) }
export const collectorAnswer = z.discriminatedUnion('state', [
  z.object({
    ...shared,
    state: z.literal('answered'),
    status: z.int().min(100).max(599),
    content_type: z.string().max(200).nullable(),
    retry_after: z.string().max(100).nullable(),
    simulated: z.boolean(),
    body: z.string(),
  }),
  z.object({ ...shared, state: z.literal('failed'), kind: z.enum(faultKinds) }),
  z.object({ ...shared, state: z.literal('refused'), why: z.enum(['unknown_exchange', 'other_request']) }),
])
