import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { exchangeIds } from '@p2p-rates/core'
import { serveOnLoopback } from '@p2p-rates/simulator/testing'
import type { Benchmark } from './benchmark.js'
import { medianOf } from './median-time.js'

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

    const jobs = [
      ['-e', '0'],
      [p2p, '--help'],
      [p2p, 'rates', '--server', url],
    ]
    const times = jobs.map((): number[] => [])
    for (let round = -2; round < rounds; round++)
      for (const [index, words] of jobs.entries()) {
        const elapsed = await timed(words)
        // Rounds below zero only warm the disk.
        if (round >= 0) times[index]?.push(elapsed)
      }
    await close()

    const [node = Number.NaN, help = Number.NaN, answer = Number.NaN] = times.map(medianOf)
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
