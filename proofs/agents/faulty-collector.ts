import { gzipSync } from 'node:zlib'
import { type CollectorAnswer, type CollectorTask, collectorHeaders, collectorPaths } from '@p2p-rates/contract'
import { createPageReader, type RawPage } from '@p2p-rates/core/node'
import { aSigningKey } from '@p2p-rates/server/testing'

export type Flaw = {
  readonly change?: (body: string) => string
  readonly delayMs?: () => number
  readonly clockOffMs?: number
  /** True to fail after reading a page, before delivering it. */
  readonly crashesBeforeDelivery?: () => boolean
  /** Says everything twice: the second time to the server at this address. */
  readonly replaysTo?: () => string
}

/** Test collector over real sockets that follows the protocol except for its flaws. */
export function createFaultyCollector(wish: {
  readonly url: string
  readonly name: string
  readonly baseUrls: Readonly<Record<string, string>>
  readonly flaw?: Flaw
}) {
  const { url, name, baseUrls, flaw = {} } = wish
  const { publicText, headersFor } = aSigningKey()
  const reader = createPageReader({ baseUrls, pace: { minIntervalMs: 0 } })
  const replies = { replayed: [] as number[], last: 0, takenAtMs: 0 }
  let brought = 0
  let life = new AbortController()
  let running: Promise<void> = Promise.resolve()

  const poll = (to: string, nonce: string, signal: AbortSignal) =>
    fetch(to + collectorPaths.tasks, {
      headers: headersFor({ method: 'GET', path: collectorPaths.tasks, reporter: name, nonce }),
      signal,
    })

  const deliverPage = async (to: string, task: CollectorTask, answer: CollectorAnswer, signal: AbortSignal) => {
    const body = gzipSync(JSON.stringify(answer))
    const words = { method: 'POST', path: collectorPaths.answers, reporter: name, body } as const
    const headers = headersFor({ ...words, task: task.task, nonce: task.nonce })
    return (await fetch(to + words.path, { method: 'POST', headers, body, signal })).status
  }

  const runTask = async (task: CollectorTask, signal: AbortSignal): Promise<void> => {
    const startedMs = performance.now() + (flaw.clockOffMs ?? 0)
    const page = await reader.read({ ...task, requestHash: task.request_hash }, signal)
    if (flaw.crashesBeforeDelivery?.() === true) throw new Error('killed')
    await pause(flaw.delayMs?.() ?? 0, signal)
    const endedMs = performance.now() + (flaw.clockOffMs ?? 0)
    const answer = answerOf(page, startedMs, endedMs, flaw.change)
    const sentAtMs = performance.now()
    if ((await deliverPage(url, task, answer, signal)) === 204) {
      brought += 1
      replies.takenAtMs = sentAtMs
    }
    if (flaw.replaysTo !== undefined) replies.replayed.push(await deliverPage(flaw.replaysTo(), task, answer, signal))
  }

  const pollLoop = async (signal: AbortSignal): Promise<void> => {
    let nonce = ''
    while (!signal.aborted) {
      try {
        const used = nonce
        const reply = await poll(url, used, signal)
        replies.last = reply.status
        nonce = reply.headers.get(collectorHeaders.nonce) ?? ''
        if (reply.status === 200) {
          const task = (await reply.json()) as CollectorTask
          if (flaw.replaysTo !== undefined) replies.replayed.push((await poll(flaw.replaysTo(), used, signal)).status)
          await runTask(task, signal)
        } else await pause(reply.status === 204 || nonce !== '' ? 0 : 100, signal)
      } catch {
        // Killed, or the server is not there yet: it comes again.
        await pause(100, signal)
      }
    }
  }

  return {
    publicText,
    /** Statuses of repeated requests, status of the last poll, and send time of the last accepted page. */
    replies,
    deliveredPages: () => brought,
    start: () => {
      life = new AbortController()
      running = pollLoop(life.signal)
    },
    stop: async () => {
      life.abort()
      await running
      await reader.close()
    },
  }
}

export type FaultyCollector = ReturnType<typeof createFaultyCollector>

function answerOf(
  page: RawPage,
  started_ms: number,
  ended_ms: number,
  change: (body: string) => string = (body) => body,
): CollectorAnswer {
  const times = { schema: 1, started_ms: Math.max(0, started_ms), ended_ms: Math.max(0, ended_ms) } as const
  if (page.state === 'failed') return { ...times, state: 'failed', kind: page.fault.kind }
  if (page.state === 'refused') return { ...times, state: 'refused', why: page.why }
  const { status, contentType, retryAfter, simulated = false, text } = page.answer
  const heads = { status, content_type: contentType, retry_after: retryAfter, simulated }
  return { ...times, state: 'answered', ...heads, body: change(text) }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    if (ms <= 0 || signal.aborted) return void setImmediate(done)
    const timer = setTimeout(done, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        done()
      },
      { once: true },
    )
  })
