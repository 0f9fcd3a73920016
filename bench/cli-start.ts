import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { exchangeIds } from '@p2p-rates/core'
import { serveOnLoopback } from '@p2p-rates/simulator/testing'
import type { Benchmark } from './benchmark.js'
import { inTurns, medianOf } from './median-time.js'

const rounds = 25
const goals = { help: 1.5, rates: 2.5 }

export const cliStartBenchmark: Benchmark = {
  name: 'cli-start',
  goal: `p2p --help within ${goals.help}x and p2p rates --server within ${goals.rates}x of node -e 0 (wall time)`,
  async run({ print }) {
    const p2p = fileURLToPath(new URL('../packages/cli/bin/p2p.mjs', import.meta.url))
    if (!existsSync(new URL('../packages/cli/dist/main.js', import.meta.url)))
      throw new Error('build first: pnpm build')
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rates))
    })
    const { url, close } = await serveOnLoopback(server)

    const jobs = {
      node: () => timed(['-e', '0']),
      help: () => timed([p2p, '--help']),
      rates: () => timed([p2p, 'rates', '--server', url]),
    }
    const times = await inTurns(jobs, { rounds, warmUps: 2 })
    await close()

    const [node, help, answer] = [medianOf(times.node), medianOf(times.help), medianOf(times.rates)]
    print(`  node -e 0 ${node.toFixed(0)} ms, --help ${help.toFixed(0)} ms, rates ${answer.toFixed(0)} ms`)
    const figures = { helpRatio: help / node, ratesRatio: answer / node }
    return { met: figures.helpRatio <= goals.help && figures.ratesRatio <= goals.rates, figures }
  },
}

async function timed(words: readonly string[]): Promise<number> {
  const startMs = performance.now()
  // The user's own profiles must not be read.
  const child = spawn(process.execPath, words, { stdio: 'ignore', env: { ...process.env, XDG_CONFIG_HOME: tmpdir() } })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}.`)
  return performance.now() - startMs
}

const rates = {
  asset: 'USDT',
  fiat: 'UAH',
  updated_at: '2026-11-21T10:05:12.000Z',
  best_buy: { price: 41.3, exchange: 'okx' },
  best_sell: { price: 41.05, exchange: 'binance' },
  cross_exchange_spread_pct: -0.61,
  exchanges: exchangeIds.map((exchange) => ({ exchange, buy: 41.32, sell: 41.05, buy_ads: 8, sell_ads: 11 })),
}
