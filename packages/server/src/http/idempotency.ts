import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Endpoint } from '@p2p-rates/contract'
import type { Caller } from '../accounts/caller.js'
import { randomText } from '../accounts/key-format.js'
import type { Clock } from '../clock.js'
import type { IdempotencyStore } from './idempotency-store.js'
import { ApiError, jsonHeaders, type Reply } from './reply.js'

const keptMs = 24 * 3_600_000

type Attempt = {
  readonly caller: Caller
  readonly request: IncomingMessage
  readonly endpoint: Endpoint
  readonly params: Readonly<Record<string, string>>
  readonly sent: unknown
  /** What it makes is named by `operationId`: done again under the same name it finds its own work. */
  readonly act: (operationId: string) => Promise<Reply>
}

/** Does a thing once per `Idempotency-Key` and answers a repetition with the first answer, less its secret. */
export interface Idempotency {
  once(attempt: Attempt): Promise<Reply>
}

export const createIdempotency = ({ store, clock }: { store: IdempotencyStore; clock: Clock }): Idempotency => {
  const underWay = new Set<string>()

  const actAndRemember = async (attempt: Attempt, key: string, fingerprint: string): Promise<Reply> => {
    const reply = await attempt.act(operationIdOf(attempt, key, fingerprint))
    // Only a success is remembered: a refused request changed nothing and may be sent again, corrected.
    if (reply.status < 300)
      await store.save({
        accountId: attempt.caller.key.accountId,
        key,
        fingerprint,
        status: reply.status,
        body: withoutSecret(reply.body),
        createdAtMs: clock.wallMs(),
      })
    return reply
  }

  return {
    once: async (attempt) => {
      const key = readKey(attempt.request.headers['idempotency-key'])
      if (key === null) return attempt.act(randomText(22))
      const accountId = attempt.caller.key.accountId
      const name = `${accountId} ${key}`
      if (underWay.has(name))
        throw new ApiError({
          code: 'idempotency_conflict',
          message: 'A request with this Idempotency-Key is still being handled.',
        })
      underWay.add(name)
      try {
        const fingerprint = fingerprintOf(attempt)
        const first = await store.find(accountId, key)
        if (first === null || first.createdAtMs < clock.wallMs() - keptMs)
          return await actAndRemember(attempt, key, fingerprint)
        if (first.fingerprint !== fingerprint)
          throw new ApiError({
            code: 'idempotency_key_reused',
            message: 'This Idempotency-Key was used with a different request.',
          })
        return replay(first.status, first.body)
      } finally {
        underWay.delete(name)
      }
    },
  }
}

const readKey = (header: string | readonly string[] | undefined): string | null => {
  if (header === undefined || header === '') return null
  const key = String(header)
  if (key.length > 255)
    throw new ApiError({
      code: 'invalid_parameter',
      message: 'The Idempotency-Key is longer than 255 characters.',
      param: 'Idempotency-Key',
    })
  return key
}

const fingerprintOf = ({ endpoint, params, sent }: Attempt): string =>
  createHash('sha256')
    .update(JSON.stringify([endpoint.name, params, sent]))
    .digest('hex')

const operationIdOf = ({ caller }: Attempt, key: string, fingerprint: string): string =>
  createHash('sha256')
    .update(JSON.stringify([caller.key.accountId, key, fingerprint]))
    .digest('hex')
    .slice(0, 22)

const replay = (status: number, stored: string): Reply => {
  const body = Buffer.from(stored, 'utf8')
  return { status, headers: [...jsonHeaders(body), 'Idempotency-Replayed', 'true'], body }
}

const withoutSecret = (body: Buffer | null): string => {
  if (body === null) return ''
  const { secret: _, ...rest } = JSON.parse(body.toString('utf8')) as Record<string, unknown>
  return JSON.stringify(rest)
}
