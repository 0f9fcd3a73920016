import { createHash, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import {
  type CollectorAnswer,
  type CollectorTask,
  collectorHeaders,
  collectorPaths,
  collectorTask,
  collectorText,
  mostAnswerBytes,
} from '@p2p-rates/contract'
import type { PageReader, RawPage } from '@p2p-rates/core/node'
import { say } from '../words/say.js'

export type AgentSend = (
  method: 'GET' | 'POST',
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: Uint8Array,
  signal?: AbortSignal,
) => Promise<{ readonly status: number; readonly nonce: string | null; readonly text: string }>

export type AgentPorts = {
  readonly name: string
  readonly privateKey: KeyObject
  readonly reader: Pick<PageReader, 'read'>
  readonly send: AgentSend
  /** Only ever grows: the wall clock of this machine may be wrong. */
  readonly elapsedMs: () => number
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  readonly random: () => number
  /** Message for the owner, once until it changes. */
  readonly notifyOwner: (words: string) => void
}

/** `closed`: the server takes no collectors, so asking again is of no use. */
export type CollectResult = 'page' | 'nothing' | 'refused' | 'closed'

/** Carry pages until `stop` aborts, and deliver the page in progress first. False if the server takes no collectors. */
export async function collectPages(ports: AgentPorts, stop: AbortSignal): Promise<boolean> {
  let lastNote = ''
  let isClosed = false
  const notifyOnce = (words: string) => {
    if (words !== lastNote && words !== '') ports.notifyOwner(words)
    lastNote = words
  }
  const runWorker = async (): Promise<void> => {
    const collectPage = createPageCollector({ ...ports, notifyOwner: notifyOnce })
    let failures = 0
    while (!stop.aborted && !isClosed) {
      const outcome = await collectPage(stop)
      if (outcome === 'closed') {
        isClosed = true
        return
      }
      if (outcome === 'refused') failures += 1
      else {
        failures = 0
        notifyOnce('')
      }
      const pauseMs = Math.min(longestPauseMs, 1_000 * 2 ** (failures - 1)) * (0.75 + ports.random() / 2)
      if (failures > 0 && !stop.aborted) await ports.sleep(pauseMs, stop)
    }
  }
  await Promise.all(Array.from({ length: workerCount }, runWorker))
  return !isClosed
}

/** One exchange after the other would be slow; more at once would be felt at home. */
const workerCount = 2
const longestPauseMs = 60_000

/** Asks once for a page, and carries it if there is one. Never throws for what a server or an exchange does. */
export function createPageCollector(
  ports: Omit<AgentPorts, 'sleep' | 'random'>,
): (stop: AbortSignal) => Promise<CollectResult> {
  const { name, privateKey, reader, send, elapsedMs, notifyOwner } = ports
  let pollNonce = ''

  const signedHeaders = (words: {
    method: 'GET' | 'POST'
    path: string
    task: string
    nonce: string
    body?: Uint8Array
  }) => {
    const { body, ...rest } = words
    const digest = body === undefined ? '' : createHash('sha256').update(body).digest('hex')
    const text = collectorText({ ...rest, reporter: name, digest })
    return {
      [collectorHeaders.reporter]: name,
      [collectorHeaders.nonce]: words.nonce,
      [collectorHeaders.signature]: sign(null, Buffer.from(text, 'utf8'), privateKey).toString('base64url'),
      ...(body === undefined ? {} : { [collectorHeaders.digest]: digest, [collectorHeaders.task]: words.task }),
    }
  }

  const poll = async (stop: AbortSignal) => {
    const words = { method: 'GET', path: collectorPaths.tasks, task: '', nonce: pollNonce } as const
    const reply = await send('GET', words.path, signedHeaders(words), undefined, stop)
    pollNonce = reply.nonce ?? ''
    return reply
  }

  const collectAndDeliver = async (task: CollectorTask): Promise<CollectResult> => {
    const startedMs = elapsedMs()
    const page = await reader.read({ ...task, requestHash: task.request_hash })
    const times = { schema: 1, started_ms: startedMs, ended_ms: elapsedMs() } as const
    const body = await compressAnswer(answerOf(page, times), times)
    const words = { method: 'POST', path: collectorPaths.answers, task: task.task, nonce: task.nonce, body } as const
    const reply = await send('POST', words.path, { ...signedHeaders(words), 'content-type': 'application/json' }, body)
    if (reply.status === 204) return 'page'
    // Too late, or asked of another meanwhile: nothing is wrong with that.
    if (reply.status === 409) return 'nothing'
    notifyOwner(reasonOf(reply.status, reply.text))
    return 'refused'
  }

  return async (stop) => {
    try {
      let reply = await poll(stop)
      // The first number comes with the first refusal.
      if (reply.status === 401 && reply.text.includes('"stale_nonce"')) reply = await poll(stop)
      if (reply.status === 204) return 'nothing'
      if (reply.status === 200) {
        const task = collectorTask.safeParse(jsonOf(reply.text))
        if (task.success) return await collectAndDeliver(task.data)
        notifyOwner(say('The tasks of the server have an unknown form: run the same release on both machines.'))
        return 'refused'
      }
      notifyOwner(reasonOf(reply.status, reply.text))
      return reply.status === 404 ? 'closed' : 'refused'
    } catch (error) {
      if (stop.aborted) return 'nothing'
      const { code, message } = error as { code?: string; message?: string }
      notifyOwner(
        say('The server cannot be reached ({fault}); retrying.', { fault: code ?? message ?? say('unknown reason') }),
      )
      return 'refused'
    }
  }
}

const compress = promisify(gzip)

function answerOf(page: RawPage, times: Pick<CollectorAnswer, 'schema' | 'started_ms' | 'ended_ms'>): CollectorAnswer {
  switch (page.state) {
    case 'answered': {
      const { status, contentType, retryAfter, simulated = false, text } = page.answer
      const heads = { content_type: short(contentType, 200), retry_after: short(retryAfter, 100) }
      return { ...times, state: 'answered', status, ...heads, simulated, body: text }
    }
    case 'failed':
      return { ...times, state: 'failed', kind: page.fault.kind }
    case 'refused':
      return { ...times, state: 'refused', why: page.why }
  }
}

const short = (text: string | null, most: number): string | null => text?.slice(0, most) ?? null

async function compressAnswer(
  answer: CollectorAnswer,
  times: Pick<CollectorAnswer, 'schema' | 'started_ms' | 'ended_ms'>,
): Promise<Uint8Array> {
  const body = await compress(JSON.stringify(answer))
  return body.length <= mostAnswerBytes
    ? body
    : compress(JSON.stringify({ ...times, state: 'failed', kind: 'too_large' } satisfies CollectorAnswer))
}

function reasonOf(status: number, text: string): string {
  if (text.includes('"unknown_reporter"'))
    return say('The server does not know this collector: its operator must add it.')
  if (text.includes('"held_out"'))
    return say(
      'The server excludes this collector, because its data contradicted other collectors twice. The operator must add it again.',
    )
  if (status === 404) return say('This server uses no collectors (operator: P2P_REMOTE_EXCHANGES).')
  return say('The server refuses (HTTP {status}); retrying.', { status })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
