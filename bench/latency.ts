import { setTimeout as wait } from 'node:timers/promises'
import { createKey, operatorOf } from '../proofs/harness/server-process.js'
import type { Benchmark } from './benchmark.js'
import { generateLoad, type Load, type LoadRequest, requireWrk, withKeys } from './http/load-generator.js'
import { startProduct } from './http/servers.js'
import { medianOf } from './median-time.js'

const seconds = 5
const rounds = 3
const goalRatio = 3
const callers = 16

export const latencyBenchmark: Benchmark = {
  name: 'latency',
  goal: `p99 of 1,000 requests a second while 228 markets are read, among year-long candles and histories (40 at once), wrong keys and refused calls (100 at once): each <= ${goalRatio}x that at rest`,
  run: async ({ print }) => {
    requireWrk()
    const settings = { P2P_CYCLE_SECONDS: '3600' }
    const server = await startProduct({ days: 370, fiats: ['UAH'], accounts: callers + 1, settings })
    // The slowest exchange takes longer than a minute, so that this one never rests.
    const collecting = { P2P_CYCLE_SECONDS: '60', P2P_PACING: 'on' }
    const busy = await startProduct({ days: 0, accounts: callers, settings: collecting })
    const [greedyKey = '', ...keys] = server.keys
    const refusedKey = await createKey(await operatorOf(server.dataDir), 'Free')
    const steadily = (url: string, own: readonly string[]): Promise<Load> =>
      generateLoad(url, withKeys('/api/v1/rates?fiat=UAH', own), seconds, { connections: callers, delayMs: 15 })
    const attacks: Readonly<
      Record<string, { readonly connections: number; readonly requests: readonly LoadRequest[] }>
    > = {
      candles: { connections: 40, requests: many((n) => [`/candles?interval=1h&hours=${8_760 - n}`, greedyKey]) },
      history: { connections: 40, requests: many((n) => [`/history?max_points=1000&hours=${8_760 - n}`, greedyKey]) },
      'wrong keys': { connections: 100, requests: many((n) => ['/rates', `p2p_${String(n).padStart(38, '0')}`]) },
      refused: { connections: 100, requests: withKeys('/api/v1/rates', [refusedKey]) },
    }
    const seen = new Map<string, number[]>()
    const note = (name: string, value: number) => seen.set(name, [...(seen.get(name) ?? []), value])
    const compare = (what: string, atRest: Load, among: Load) => {
      note(`p99_at_rest_ms`, atRest.p99Ms)
      note(`p99_among_${what}_ms`, among.p99Ms)
      note(`${what}_ratio`, among.p99Ms / atRest.p99Ms)
      note('failed', atRest.bad + among.bad)
      print(
        `  ${what}: p50 ${among.p50Ms.toFixed(2)}, p99 ${among.p99Ms.toFixed(2)} ms, at rest ${atRest.p99Ms.toFixed(2)} ms`,
      )
    }
    try {
      await steadily(server.url, keys)
      for (let round = 0; round < rounds; round++) {
        // Both servers share one core, and only one of them is measured.
        process.kill(server.pid, 'SIGSTOP')
        const during = await steadily(busy.url, busy.keys)
        process.kill(server.pid, 'SIGCONT')
        process.kill(busy.pid, 'SIGSTOP')
        await wait(500)
        compare('cycle', await steadily(server.url, keys), during)
        for (const [name, { connections, requests }] of Object.entries(attacks)) {
          const atRest = await steadily(server.url, keys)
          const attack = generateLoad(server.url, requests, seconds + 2, { connections, background: true })
          await wait(1_000)
          compare(name, atRest, await steadily(server.url, keys))
          await attack
        }
        process.kill(busy.pid, 'SIGCONT')
      }
      const figures = Object.fromEntries([...seen].map(([name, values]) => [name, medianOf(values)]))
      const ratios = Object.entries(figures).filter(([name]) => name.endsWith('_ratio'))
      return {
        met: ratios.every(([, ratio]) => ratio <= goalRatio) && Math.max(...(seen.get('failed') ?? [])) === 0,
        figures,
      }
    } finally {
      server.stop()
      busy.stop()
    }
  },
}

/** Requests whose answers memory cannot hold ready. */
const many = (one: (number: number) => readonly [path: string, key: string]): readonly LoadRequest[] =>
  Array.from({ length: 5_000 }, (_, number) => {
    const [path, key] = one(number)
    return { path: `/api/v1${path}`, headers: { 'X-API-Key': key } }
  })
