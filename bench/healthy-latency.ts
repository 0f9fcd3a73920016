import { spawn } from 'node:child_process'
import { Agent, get } from 'node:http'
import { setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Benchmark } from './benchmark.js'
import { onCore } from './http/load-generator.js'
import { startProduct } from './http/servers.js'

const drips = 1_000
const floods = 50
const attackSeconds = 25
const script = fileURLToPath(new URL('./healthy-latency/slow-and-oversized-requests.mjs', import.meta.url))

export const healthyLatencyBenchmark: Benchmark = {
  name: 'healthy-latency',
  goal: `p99 of healthy requests <= 50 ms while ${drips} sockets drip and ${floods} flood headers; every drip closed within 20 s`,
  run: async () => {
    const product = await startProduct({
      days: 0,
      accounts: 8,
      settings: { P2P_FIATS: 'UAH,EUR', P2P_CYCLE_SECONDS: '5' },
    })
    try {
      await measure(product, 3)
      const alone = await measure(product, 10)
      const attack = startAttack(new URL(product.url).port)
      // Until all of them are there.
      await wait(3_000)
      const among = await measure(product, attackSeconds - 5)
      const { longestHeaderDripMs, flooded, stillOpen } = await attack
      const figures = {
        requests: among.count,
        p99_alone_ms: alone.p99Ms,
        p99_attacked_ms: among.p99Ms,
        slowest_attacked_ms: among.slowestMs,
        failed: alone.failed + among.failed,
        floods_refused: flooded,
        longest_drip_s: longestHeaderDripMs / 1000,
        drips_left_open: stillOpen,
      }
      const met =
        figures.p99_attacked_ms <= 50 &&
        figures.failed === 0 &&
        flooded > 0 &&
        figures.longest_drip_s <= 20 &&
        stillOpen === 0
      return { met, figures }
    } finally {
      product.stop()
    }
  },
}

type AttackReport = { longestHeaderDripMs: number; flooded: number; stillOpen: number }

const startAttack = (port: string): Promise<AttackReport> =>
  new Promise((done, fail) => {
    const words = onCore(1, [process.execPath, script, port, String(drips), String(floods), String(attackSeconds)])
    const child = spawn(words[0] ?? '', words.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] })
    // It shares our core, and the server is measured, not our share of the core.
    setPriority(child.pid ?? 0, 10)
    let output = ''
    child.stdout.on('data', (part: Buffer) => {
      output += part.toString()
    })
    child.on('error', fail)
    child.on('close', () => done(JSON.parse(output) as AttackReport))
  })

/** Eight callers, each asking every 25 ms on a connection of its own. */
const measure = async ({ url, keys }: { url: string; keys: readonly string[] }, seconds: number) => {
  const tookMs: number[] = []
  let failed = 0
  const endsAt = performance.now() + seconds * 1000
  const callers = keys.map(async (key) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (performance.now() < endsAt) {
      const startedAt = performance.now()
      if ((await statusOf(`${url}/api/v1/rates?fiat=UAH`, key, agent)) !== 200) failed += 1
      tookMs.push(performance.now() - startedAt)
      await wait(25)
    }
    agent.destroy()
  })
  await Promise.all(callers)
  tookMs.sort((a, b) => a - b)
  return {
    count: tookMs.length,
    p99Ms: tookMs[Math.floor(tookMs.length * 0.99)] ?? Number.NaN,
    slowestMs: tookMs.at(-1) ?? Number.NaN,
    failed,
  }
}

const statusOf = (url: string, key: string, agent: Agent): Promise<number> =>
  new Promise((done) => {
    const request = get(url, { agent, headers: { 'X-API-Key': key } }, (answer) => {
      answer.resume()
      answer.on('end', () => done(answer.statusCode ?? 0))
      answer.on('error', () => done(0))
    })
    request.on('error', () => done(0))
  })
