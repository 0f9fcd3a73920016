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

/** One page to read. It names a market and never an address: the request is built, and its hash compared, where it is sent. */
export type CollectorTask = {
  readonly task: string
  /** Taken once, from this collector, before the task ends. */
  readonly nonce: string
  readonly exchange: string
  readonly fiat: string
  /** Both `null` for the exchange's own lists of names. */
  readonly side: (typeof sides)[number] | null
  readonly page: number | null
  readonly ends_in_seconds: number
  readonly request_hash: string
}

const word = z.string().min(1).max(100)
export const collectorTask: z.ZodType<CollectorTask> = z.object({
  task: word,
  nonce: word,
  exchange: word,
  fiat: word,
  side: z.enum(sides).nullable(),
  page: z.int().min(1).max(100).nullable(),
  ends_in_seconds: z.number().min(0),
  request_hash: word,
})

export type CollectorAnswer = {
  readonly schema: 1
  /** Milliseconds on the collector's own monotonic clock; wall clocks are ignored. */
  readonly started_ms: number
  readonly ended_ms: number
} & (
  | {
      readonly state: 'answered'
      readonly status: number
      readonly content_type: string | null
      readonly retry_after: string | null
      readonly simulated: boolean
      readonly body: string
    }
  | { readonly state: 'failed'; readonly kind: (typeof faultKinds)[number] }
  | { readonly state: 'refused'; readonly why: 'unknown_exchange' | 'other_request' }
)

const shared = { schema: z.literal(1), started_ms: z.number().min(0), ended_ms: z.number().min(0) }
export const collectorAnswer: z.ZodType<CollectorAnswer> = z.discriminatedUnion('state', [
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
