import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { answerHeaders, type Endpoint, requestHeaders } from '@p2p-rates/contract'
import type { IdempotencyRecord, IdempotencyStore } from '../accounts/idempotency-store.js'
import { randomText } from '../accounts/tokens.js'
import { ApiError } from '../base/errors/api-error.js'
import { StorageUnavailableError } from '../base/errors/storage-errors.js'
import type { Clock } from '../base/time/clock.js'
import { jsonHeaders, type Reply } from './reply.js'

const keptMs = 24 * 3_600_000
/** A request without an answer after 30 s belonged to a process that died. */
const leaseMs = 30_000
const keyHeader = requestHeaders.idempotencyKey.name

type KeyedRequest = {
  readonly accountId: string
  readonly request: IncomingMessage
  readonly endpoint: Endpoint
  readonly params: Readonly<Record<string, string>>
  readonly sent: unknown
  readonly execute: (operationId: string) => Promise<Reply>
}

export type Idempotency = ReturnType<typeof createIdempotency>

/** Runs an operation once per `Idempotency-Key`. A repetition gets the first answer without its secret. */
export function createIdempotency({ store, clock }: { store: IdempotencyStore; clock: Clock }) {
  // Measure ages with the monotonic clock, because the wall clock may be changed.
  const started = { wallMs: clock.wallMs(), monoMs: clock.monoMs() }
  const nowMs = (): number => Math.round(started.wallMs + clock.monoMs() - started.monoMs)

  const reserveAndRun = async (operation: KeyedRequest, key: string): Promise<Reply> => {
    const fingerprint = fingerprintOf(operation)
    const wanted: IdempotencyRecord = {
      accountId: operation.accountId,
      key,
      fingerprint,
      operationId: randomText(22),
      createdAtMs: nowMs(),
      answer: null,
    }
    const { record, state } = await store.reserveKey(wanted, { keptMs, leaseMs })
    if (state === 'under_way')
      throw new ApiError({
        code: 'idempotency_conflict',
        message: `A request with this ${keyHeader} is still being handled.`,
      })
    if (record.fingerprint !== fingerprint)
      throw new ApiError({
        code: 'idempotency_key_reused',
        message: 'This Idempotency-Key was used with a different request.',
      })
    return record.answer === null ? executeReserved(operation, record) : replay(record.answer)
  }

  const executeReserved = async (operation: KeyedRequest, begun: IdempotencyRecord): Promise<Reply> => {
    try {
      const reply = await operation.execute(begun.operationId)
      await ifWritable(store.finish({ ...begun, answer: { status: reply.status, body: withoutSecret(reply.body) } }))
      return reply
    } catch (error) {
      // A rejected request changed nothing; the client may correct it and reuse the key.
      await ifWritable(error instanceof ApiError ? store.forget(begun) : store.release(begun))
      throw error
    }
  }

  return {
    runOnce: async (operation: KeyedRequest): Promise<Reply> => {
      const key = readKey(operation.request.headers[keyHeader.toLowerCase()])
      return key === null ? operation.execute(randomText(22)) : reserveAndRun(operation, key)
    },
  }
}

/** Ignores a full disk, because the operation has already succeeded or failed and its answer stays the same. */
const ifWritable = (write: Promise<void>): Promise<void> =>
  write.catch((error: unknown) => {
    if (!(error instanceof StorageUnavailableError)) throw error
  })

function readKey(header: string | readonly string[] | undefined): string | null {
  if (header === undefined || header === '') return null
  const key = String(header)
  if (key.length > 255)
    throw new ApiError({
      code: 'invalid_parameter',
      message: `The ${keyHeader} is longer than 255 characters.`,
      param: keyHeader,
    })
  // Clients may send anything as a key, even their API key, so store only a digest.
  return createHash('sha256').update(key).digest('hex')
}

const fingerprintOf = ({ endpoint, params, sent }: KeyedRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([endpoint.name, params, sent]))
    .digest('hex')

function replay({ status, body: stored }: NonNullable<IdempotencyRecord['answer']>): Reply {
  const body = Buffer.from(stored, 'utf8')
  return { status, headers: [...jsonHeaders(body), answerHeaders.idempotencyReplayed.name, 'true'], body }
}

function withoutSecret(body: Buffer | null): string {
  if (body === null) return ''
  const { secret: _, ...rest }: Record<string, unknown> = JSON.parse(body.toString('utf8'))
  return JSON.stringify(rest)
}
