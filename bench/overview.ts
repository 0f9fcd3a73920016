import { fiats } from '@p2p-rates/core'
import type { Benchmark } from './benchmark.js'
import { generateLoad, isOnPath } from './http/load-generator.js'
import { startProduct } from './http/servers.js'
import { medianOf } from './median-time.js'

const rounds = 5
const secondsPerRound = 2
const goal = 1.5

export const overviewBenchmark: Benchmark = {
  name: 'overview',
  goal: `a request for the overview of ${fiats.length} currencies costs <= ${goal}x one for the rates of one, from prepared bytes`,
  run: async ({ print }) => {
    if (!isOnPath('wrk')) throw new Error('this benchmark needs wrk (a Debian package of that name)')
    const server = await startProduct({ days: 2, accounts: 64, settings: { P2P_CYCLE_SECONDS: '3600' } })
    try {
      const paths = { rates: '/api/v1/rates?fiat=UAH', overview: '/api/v1/overview' }
      const told = await lines(server.url + paths.overview, server.keys[0] ?? '')
      const speeds = { rates: [] as number[], overview: [] as number[] }
      let bad = 0
      // The first round only warms.
      for (let round = 0; round <= rounds; round++)
        for (const name of ['rates', 'overview'] as const) {
          const result = await generateLoad(server.url + paths[name], server.keys, secondsPerRound)
          bad += result.bad
          if (round > 0) speeds[name].push(result.requestsPerSecond)
        }
      const [rates, overview] = [medianOf(speeds.rates), medianOf(speeds.overview)]
      print(`  rates ${rates.toFixed(0)} req/s, overview ${overview.toFixed(0)} req/s of ${told.all} currencies`)
      const cost = rates / overview
      const figures = { overview_to_rates: cost, currencies: told.all, with_prices: told.priced, bad_answers: bad }
      return { met: cost <= goal && bad === 0 && told.all === fiats.length, figures }
    } finally {
      server.stop()
    }
  },
}

async function lines(url: string, key: string): Promise<{ readonly all: number; readonly priced: number }> {
  const answer = await fetch(url, { headers: { 'X-API-Key': key } })
  const { currencies } = (await answer.json()) as { readonly currencies: readonly { readonly best_buy: unknown }[] }
  return { all: currencies.length, priced: currencies.filter((line) => line.best_buy !== null).length }
}
