import { faultKinds, sides } from '@p2p-rates/core'
import { z } from 'zod'

/** How a remote collector and a server speak with each other. It is no part of the API: keys open nothing here. */
export const collectorPaths = { tasks: '/collector/v1/tasks', answers: '/collector/v1/answers' } as const

/** `nonce`: with a poll the one that the server gave last, with an answer that of its task. */
export const collectorHeaders = {
  reporter: 'P2P-Reporter',
  task: 'P2P-Task',
  nonce: 'P2P-Nonce',
  digest: 'P2P-Digest',
  signature: 'P2P-Signature',
} as const

/** A task that is not answered so soon is forgotten. */
export const taskSeconds = 20
/** How long a poll waits for a task. */
export const pollSeconds = 20
/** Of an answer as it is sent, compressed. */
export const mostAnswerBytes = 1024 * 1024

/**
 * What a remote collector signs with its Ed25519 key. `digest`: SHA-256 of the body as it is sent, in hex, empty without one;
 * it is sent as a header, so that a signature is looked at before a body is read.
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

/** What came of a task: the page as the exchange sent it, inflated, or why there is none. */
export type CollectorAnswer = {
  readonly schema: 1
  /** By the collector's own monotonic clock: nobody's wall clock counts. */
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
