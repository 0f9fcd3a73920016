import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import {
  type CollectorAnswer,
  type CollectorTask,
  collectorAnswer,
  collectorHeaders,
  collectorPaths,
  mostAnswerBytes,
  taskSeconds,
} from '@p2p-rates/contract'
import { createMultiCounter } from '../base/concurrency/multi-counter.js'
import { type TooManyReason, tooMany } from '../base/errors/too-many.js'
import { readUpTo } from '../base/read-up-to.js'
import type { LongPolls } from '../ingest/agents/long-polls.js'
import type { PollNonces } from '../ingest/agents/poll-nonces.js'
import {
  isExcluded,
  isSignedBy,
  type Reporter,
  type ReporterStore,
  type SignedRequest,
} from '../ingest/agents/reporter.js'
import type { AssignedTask, OpenTasks } from '../ingest/agents/task-board.js'
import type { AuthRateLimit } from '../limits/attempts/auth-rate-limiters.js'
import { closeAfter, jsonBytes, jsonHeaders, noStore, problemReply, type Reply } from './reply.js'

export type AgentApi = {
  readonly find: ReporterStore['find']
  readonly claim: LongPolls['waitForTask']
  readonly answer: OpenTasks['submitAnswer']
  readonly nonces: PollNonces
}

export type AgentRoutes = readonly (readonly [
  path: string,
  method: 'GET' | 'POST',
  answer: (request: IncomingMessage) => Promise<Reply>,
])[]

/** Accepts requests signed with a registered key. Takes no API key and no cookie, and returns no prices. */
export function createAgentRoutes(ports: {
  readonly agentApi: AgentApi
  readonly wrongKeys: AuthRateLimit
  readonly addressOf: (request: IncomingMessage) => string
}): AgentRoutes {
  const { agentApi, wrongKeys, addressOf } = ports
  const { find, claim, answer: take, nonces } = agentApi

  const bodies = createMultiCounter()
  const polls = createMultiCounter()

  /** Reads the record on every request, so that a removed collector is rejected immediately. */
  const authenticateAgent = async (request: IncomingMessage): Promise<Reply | Reporter> => {
    const known = await find(headerOf(request, collectorHeaders.reporter))
    const signedRequest = signedRequestOf(request)
    if (known === null || signedRequest === null || !isSignedBy(known.publicKey, signedRequest))
      return rejectUnknownAgent(request)
    if (isExcluded(known.standing))
      return refusal(403, 'held_out', 'It contradicted other collectors: the operator must remove it and add it again.')
    return known
  }

  const rejectUnknownAgent = async (request: IncomingMessage): Promise<Reply> => {
    const wait = await wrongKeys.countAttempt(addressOf(request))
    return wait === null
      ? refusal(401, 'unknown_reporter', 'This server knows no remote collector of this name with this key.')
      : tooManyReply('agentSignatures', wait)
  }

  const serveTask = async (request: IncomingMessage): Promise<Reply> => {
    const admitted = await authenticateAgent(request)
    if ('status' in admitted) return admitted
    const { id } = admitted
    if (!(await nonces.use(id, headerOf(request, collectorHeaders.nonce))))
      return withNonce(id, refusal(401, 'stale_nonce', 'Sign again with the number that comes with this answer.'))
    if (polls.of(id) >= maxConcurrentPerAgent) return withNonce(id, tooManyReply('agentPolls', 1))
    polls.change(1, id)
    const leaving = new AbortController()
    const leave = () => leaving.abort()
    request.socket.once('close', leave)
    const handed = await claim(admitted, leaving.signal).finally(() => polls.change(-1, id))
    request.socket.off('close', leave)
    if ((await find(id)) === null) return rejectUnknownAgent(request)
    return withNonce(id, handed === null ? empty() : taskReply(handed))
  }

  const receiveAnswer = async (request: IncomingMessage): Promise<Reply> => {
    // Authenticate before the body is read.
    const admitted = await authenticateAgent(request)
    if ('status' in admitted) return closeAfter(admitted)
    const reporter = admitted.id
    if (bodies.of(reporter) >= maxConcurrentPerAgent) return closeAfter(tooManyReply('agentAnswers', 1))
    bodies.change(1, reporter)
    // A truncated body fails the digest check.
    const reading = readUpTo(request, mostAnswerBytes).catch(() => Buffer.alloc(0))
    const sent = await reading.finally(() => bodies.change(-1, reporter))
    if (sent === null) return closeAfter(refusal(413, 'body_too_large', 'An answer has at most 1 MiB, compressed.'))
    if (digestOf(sent) !== headerOf(request, collectorHeaders.digest)) return rejectUnknownAgent(request)
    const answer = await answerIn(sent)
    if (answer === null) return refusal(400, 'invalid_answer', 'That is no answer in the form of version 1, in gzip.')
    const [task, nonce] = [headerOf(request, collectorHeaders.task), headerOf(request, collectorHeaders.nonce)]
    return (await take({ task, nonce, reporter }, answer))
      ? empty()
      : refusal(409, 'not_awaited', 'This task is answered already, too old, or not yours.')
  }

  const withNonce = async (reporter: string, reply: Reply): Promise<Reply> => {
    reply.headers.push(collectorHeaders.nonce, await nonces.issue(reporter))
    return reply
  }

  return [
    [collectorPaths.tasks, 'GET', serveTask],
    [collectorPaths.answers, 'POST', receiveAnswer],
  ]
}

/** Concurrent polls per collector, and concurrent answer bodies per collector. */
const maxConcurrentPerAgent = 4
/** Bounds the inflated size of an answer, far above any page of ads. */
const mostInflatedBytes = 8 * 1024 * 1024
const inflate = promisify(gunzip)

const headerOf = ({ headers }: IncomingMessage, name: string): string => String(headers[name.toLowerCase()] ?? '')

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

function signedRequestOf(request: IncomingMessage): SignedRequest | null {
  const [path = '', query] = (request.url ?? '').split('?')
  const method = request.method === 'POST' ? 'POST' : 'GET'
  if (query !== undefined) return null
  return {
    method,
    path,
    reporter: headerOf(request, collectorHeaders.reporter),
    task: headerOf(request, collectorHeaders.task),
    nonce: headerOf(request, collectorHeaders.nonce),
    digest: headerOf(request, collectorHeaders.digest),
    signature: headerOf(request, collectorHeaders.signature),
  }
}

async function answerIn(sent: Buffer): Promise<CollectorAnswer | null> {
  try {
    const text = await inflate(sent, { maxOutputLength: mostInflatedBytes })
    return collectorAnswer.parse(JSON.parse(text.toString('utf8')))
  } catch {
    return null
  }
}

const taskReply = ({ task, nonce, page: { exchange, fiat, side, page, requestHash } }: AssignedTask): Reply =>
  jsonReply(200, {
    ...{ task, nonce, exchange, fiat, side, page },
    ends_in_seconds: taskSeconds,
    request_hash: requestHash,
  } satisfies CollectorTask)

const empty = (): Reply => ({ status: 204, headers: [...noStore], body: null })

const refusal = (status: number, code: string, message: string): Reply =>
  jsonReply(status, { detail: { code, message } })

function jsonReply(status: number, answer: object): Reply {
  const body = jsonBytes(answer)
  return { status, headers: [...jsonHeaders(body), ...noStore], body }
}

function tooManyReply(reason: TooManyReason, waitSeconds: number): Reply {
  const { problem, headers } = tooMany(reason, waitSeconds)
  return problemReply(problem, headers)
}
