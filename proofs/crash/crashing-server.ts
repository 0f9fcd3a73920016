import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { fiats } from '@p2p-rates/core'
import { createRandom, type Random } from '@p2p-rates/core/internal'
import { databasePathOf, inspect } from '@p2p-rates/server/testing'
import { startReceiver, startSimulator } from '@p2p-rates/simulator'
import { type ApiCall, bodyOf, openApi } from '../harness/api-call.js'
import type { Open } from '../harness/parts.js'
import {
  createBusinessKey,
  endProcess,
  type Launch,
  makeDataDir,
  operatorOf,
  requireBuild,
  type ServerProcess,
  startServerProcess,
} from '../harness/server-process.js'
import { checkAcknowledged, checkSecrets } from './check-acknowledged.js'
import { createClientLog } from './client-log.js'
import { createHistoryCheck } from './history-check.js'
import { runWriteLoad } from './write-load.js'

const plenty = { requestsPerMinute: 1_000_000, monthlyQuota: 1_000_000_000 }
const plans = { Free: plenty, Starter: plenty, Pro: plenty, Business: { ...plenty, webhooks: 100_000 } }

export const openCrashingServer = async (open: Open, { seed, fewMarkets }: { seed: number; fewMarkets: boolean }) => {
  requireBuild()
  const { root, dataDir } = await open(makeDataDir())
  const simulator = await open(startSimulator({ seed, stepMs: 500 }))
  const receiver = await open(startReceiver())
  const random = createRandom(seed)
  const log = createClientLog()
  const breaches: string[] = []
  const breach = (text: string) => void breaches.push(text)
  const history = await createHistoryCheck(dataDir, { seed, fiats: fewMarkets ? ['UAH', 'EUR'] : fiats })
  const settings = { P2P_PLANS: JSON.stringify(plans), P2P_PROXY_HOPS: '1' }
  let number = 0

  const launch = (point: FailPoint | null, harm?: Partial<Launch>) =>
    startServerProcess({
      dataDir,
      simulator,
      settings,
      ...(point === null ? {} : dyingAt(point, random)),
      ...harm,
    })

  const firstLife = launch(null)
  let writers: readonly string[] = []
  let reader = ''
  try {
    await firstLife.listening
    writers = [await createBusinessKey(dataDir), await createBusinessKey(dataDir)]
    reader = await createBusinessKey(dataDir)
  } finally {
    await endProcess(firstLife, 'SIGTERM')
  }

  /** Waits for its first prices, then holds it against the log. Returns the time from spawn to those prices. */
  const restart = async (server: ServerProcess, everything: boolean): Promise<number> => {
    const url = await server.listening
    const { call, close } = openApi(url)
    try {
      const readyMs = await firstRates(server, call, reader, log)
      for (const fault of inspect(databasePathOf(dataDir)).faults) breach(`the database is damaged: ${fault}`)
      await history.check(breach)
      const asked = { call, log, receiver, random, writers, reader, everything, breach }
      await checkAcknowledged(asked)
      await checkSecrets(asked)
      if (everything) await checkDelivered(call)
      return readyMs
    } finally {
      await close()
    }
  }

  /** Run the load until the server dies, or kill it after a while. Returns true if it died at the fail point. */
  const killUnderLoad = async (server: ServerProcess, point: FailPoint | null): Promise<boolean> => {
    const url = await server.listening
    const { call, close } = openApi(url)
    const over = new AbortController()
    const operator = await operatorOf(dataDir)
    if (point !== null) server.child.kill('SIGUSR2')
    const load = runWriteLoad({
      ...{ url, call, operator, log, random, writers, reader, breach },
      receiverUrl: receiver.url,
      nextNumber: () => ++number,
      over: over.signal,
    })
    const died = await Promise.race([server.exit, wait(point === null ? random.integer(20, 1_200) : 2_500, null)])
    const { signal, code } = died ?? (await endProcess(server, 'SIGKILL'))
    if (signal !== 'SIGKILL') breach(`the server ended by itself: ${signal ?? code} ${server.output().slice(-500)}`)
    over.abort()
    await load
    await close()
    return died !== null && point !== null
  }

  const killAtStart = async (server: ServerProcess): Promise<boolean> => {
    const died = await Promise.race([
      server.exit,
      server.listening.then(
        () => wait(1_500, null),
        () => server.exit,
      ),
    ])
    if (died === null) await endProcess(server, 'SIGKILL')
    return died !== null
  }

  /** Whatever fired before any crash arrives in the end. */
  const checkDelivered = async (call: ApiCall): Promise<void> => {
    const deadlineMs = performance.now() + 30_000
    for (const { id, owner, exists } of log.webhooks.values()) {
      while (exists[0] === true) {
        const { deliveries } = bodyOf<{ deliveries: { id: string; state: string }[] }>(
          await call('GET', `/webhooks/${id}/deliveries`, { key: owner }),
        )
        const waiting = deliveries.filter(({ state }) => state === 'pending')
        if (waiting.length === 0) break
        if (performance.now() > deadlineMs) {
          breach(`${waiting.length} events of webhook ${id} have not arrived`)
          break
        }
        await wait(50)
      }
    }
  }

  return {
    ...{ root, receiver, random, log, breaches, breach, past: history },
    ...{ launch, comeBack: restart, killUnderLoad, killAtStart },
  }
}

export type CrashingServer = Awaited<ReturnType<typeof openCrashingServer>>

const firstRates = async (
  { spawnedAtMs, output }: ServerProcess,
  call: ApiCall,
  key: string,
  log: ReturnType<typeof createClientLog>,
): Promise<number> => {
  for (;;) {
    log.usage.sent += 1
    const { status } = await call('GET', '/rates?fiat=EUR', { key })
    const readyMs = performance.now() - spawnedAtMs
    if (status === 200) return readyMs
    if (readyMs > 30_000) throw new Error(`no prices after 30 s: ${output().slice(-500)}`)
    await wait(5)
  }
}

/** Kill points in a server, each with the highest occurrence that a short load reaches. */
const occurrences = {
  'before-commit': 12,
  'after-commit': 12,
  'before-write': 20,
  'after-write': 20,
  'before-answer': 20,
  'mid-start': 6,
  'mid-compaction': 5,
  'mid-migration': 4,
} as const

export type FailPoint = keyof typeof occurrences
export const failPoints = Object.keys(occurrences) as FailPoint[]

export const isAtStart = (point: FailPoint): boolean =>
  point === 'mid-start' || point === 'mid-compaction' || point === 'mid-migration'

/**
 * Launch options of a server that kills itself at this point. It counts occurrences from its start, or from SIGUSR2
 * when the load begins.
 */
const dyingAt = (point: FailPoint, random: Random) => ({
  preload: fileURLToPath(new URL('./kill-at-fail-point.mjs', import.meta.url)),
  environment: {
    PROOF_KILL_AT: `${point === 'mid-start' ? 'before-write' : point}:${random.integer(1, occurrences[point])}`,
    ...(isAtStart(point) ? {} : { PROOF_KILL_ARMED: 'later' }),
  },
})
