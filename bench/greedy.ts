import { execFile } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { connectToServer } from '@p2p-rates/server/testing'
import type { Benchmark } from './benchmark.js'
import { callSteadily } from './call-steadily.js'
import { onCore } from './http/load-generator.js'
import { startProduct } from './http/servers.js'
import { medianOf } from './median-time.js'

const seconds = 5
const rounds = 3
const goalRatio = 3

/** Concurrent requests per attack. */
const attacks = { candles: 40, history: 40, 'wrong-keys': 100, refused: 100 } as const
type Attack = keyof typeof attacks
const attackNames = Object.keys(attacks) as Attack[]

export const greedyBenchmark: Benchmark = {
  name: 'greedy',
  goal: `p99 of 1,000 requests a second among year-long candles and histories (40 at once), wrong keys and refused calls (100 at once): each <= ${goalRatio}x that at rest`,
  run: async ({ print }) => {
    const server = await startProduct({
      days: 370,
      fiats: ['UAH'],
      accounts: 17,
      settings: { P2P_CYCLE_SECONDS: '3600' },
    })
    const [greedyKey = '', ...keys] = server.keys
    const others = { url: server.url, keys }
    const keyOf = { candles: greedyKey, history: greedyKey, 'wrong-keys': '', refused: await freeKey(server.dataDir) }
    const seen = new Map<string, number[]>()
    const note = (name: string, value: number) => seen.set(name, [...(seen.get(name) ?? []), value])
    try {
      await callSteadily(others, seconds)
      for (let round = 0; round < rounds; round++)
        for (const attack of attackNames) {
          const atRest = await callSteadily(others, seconds)
          const statuses = startAttack(server.url, attack, keyOf[attack])
          await wait(1_000)
          const among = await callSteadily(others, seconds)
          note('p99_at_rest_ms', atRest.p99Ms)
          note(`p99_among_${attack}_ms`, among.p99Ms)
          note(`${attack}_ratio`, among.p99Ms / atRest.p99Ms)
          note('failed', atRest.failed + among.failed)
          const told = [among.p50Ms, among.p99Ms, atRest.p99Ms].map((ms) => ms.toFixed(2))
          print(`  ${attack}: p50 ${told[0]}, p99 ${told[1]} ms, at rest ${told[2]} ms; answers ${await statuses}`)
        }
      const figures = Object.fromEntries([...seen].map(([name, values]) => [name, medianOf(values)]))
      const met = attackNames.every((attack) => (figures[`${attack}_ratio`] ?? Number.NaN) <= goalRatio)
      return { met: met && Math.max(...(seen.get('failed') ?? [])) === 0, figures }
    } finally {
      server.stop()
    }
  },
}

const freeKey = async (dataDir: string): Promise<string> => {
  const operator = await connectToServer(dataDir)
  if (operator === null) throw new Error('the server has no control socket')
  const { id } = await operator.createAccount('refused', 'Free')
  return (await operator.createKey(id, null)).key
}

const script = fileURLToPath(new URL('greedy/greedy-caller.mjs', import.meta.url))

/** Goes on a little longer than the measured calls. It shares their core and must leave it to them. */
const startAttack = async (url: string, attack: Attack, key: string): Promise<string> => {
  const words = [process.execPath, script, `${url}/api/v1`, attack, String(seconds + 2), String(attacks[attack]), key]
  const [command = '', ...rest] = onCore(1, ['nice', '-n', '15', ...words])
  return (await promisify(execFile)(command, rest)).stdout.trim()
}
