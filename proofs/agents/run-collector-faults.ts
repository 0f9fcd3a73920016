import { setTimeout as delay } from 'node:timers/promises'
import type { Orderbook, Rates, Sources } from '@p2p-rates/contract'
import { createRandom } from '@p2p-rates/core/internal'
import type { Open } from '../harness/parts.js'
import { openAgentSetup, remoteExchanges } from './agent-setup.js'
import type { FaultyCollector } from './faulty-collector.js'

export type RunResult = { readonly breaches: readonly string[]; readonly pages: number; readonly checksMade: number }

/** A price that no honest exchange of this world shows: known again wherever it comes up. */
const forgedMark = 0.007_77
const isForged = (price: number): boolean => Math.abs((price % 0.01) - forgedMark) < 1e-6
const forgePrices = (body: string): string =>
  body.replaceAll(/("price":\s*"?)(\d+(?:\.\d+)?)/g, (_, head: string, price: string) => {
    const cents = Math.floor(Number(price) * 97) / 100
    return `${head}${(cents + forgedMark).toFixed(5)}`
  })

export async function runCollectorFaults(open: Open, seed: number, seconds: number): Promise<RunResult> {
  const random = createRandom(seed)
  const breaches: string[] = []
  const { ask, collectors, server } = await openAgentSetup(open, {
    seed,
    flaws: (url) => ({
      liar: { change: forgePrices },
      slow: {
        delayMs: () => random.below(500),
        crashesBeforeDelivery: () => random.below(15) === 0,
        replaysTo: () => url,
      },
      clock: { clockOffMs: (random.below(2) === 0 ? 1 : -1) * (1 + random.below(10)) * 31_536_000_000 },
    }),
  })
  const collector = (name: string): FaultyCollector => {
    const found = collectors.get(name)
    if (found === undefined) throw new Error(`There is no ${name}.`)
    return found
  }
  let checksMade = 0
  const checkPrices = async (): Promise<void> => {
    checksMade += 1
    const { best_buy, best_sell, exchanges } = await ask<Rates>('/rates?fiat=UAH')
    const prices = [best_buy?.price, best_sell?.price, ...exchanges.flatMap(({ buy, sell }) => [buy, sell])]
    for (const price of prices)
      if (price != null && isForged(price)) breaches.push(`a lie was the best price: ${price}`)
    for (const { exchange, observed_at: at } of (await ask<Sources>('/sources?fiat=UAH')).sources)
      if (at !== null && Math.abs(Date.now() - Date.parse(at)) > 60_000)
        breaches.push(`${exchange} was observed at ${at}, by a wrong clock`)
  }
  const readReputations = async () => new Map((await server.operator.reporters()).map((one) => [one.id, one.standing]))
  const isRead = async (): Promise<boolean> => {
    const { sources } = await ask<Sources>('/sources?fiat=UAH')
    return remoteExchanges.every((id) => sources.some((one) => one.exchange === id && one.via === 'remote'))
  }

  const endMs = performance.now() + seconds * 1_000
  while (performance.now() < endMs) {
    await checkPrices()
    await delay(100)
  }
  // A busy machine needs longer for as much.
  await until(async () => ((await readReputations()).get('liar')?.contradictions ?? 0) > 1 && isRead(), 60_000)
  const now = await readReputations()
  if ((now.get('liar')?.contradictions ?? 0) < 2) breaches.push('the liar was not held out')
  for (const name of ['slow', 'clock'])
    if ((now.get(name)?.contradictions ?? 0) > 1) breaches.push(`${name} was held out and had not lied`)
  if (!(await isRead())) breaches.push('an exchange was not read although two honest collectors were there')
  const { replayed } = collector('slow').replies
  if (replayed.length === 0) breaches.push('nothing was repeated')
  if (replayed.some((status) => status !== 409 && status !== 401)) breaches.push('what was repeated was taken')

  if (collector('clock').deliveredPages() === 0) breaches.push('the collector with the wrong clock brought nothing')
  await server.operator.removeReporter('clock')
  const removedMs = performance.now()
  await until(() => collector('clock').replies.last === 401, 5_000)
  if (collector('clock').replies.last !== 401) breaches.push('who was removed was heard on')
  if (collector('clock').replies.takenAtMs > removedMs) breaches.push('who was removed brought another page')
  return { breaches, checksMade, pages: [...collectors.values()].reduce((sum, one) => sum + one.deliveredPages(), 0) }
}

/** Run `p2p agent` as the only, unproven collector: the server shows its pages but must not trust them. */
export async function runAlone(open: Open, seed: number): Promise<RunResult> {
  const breaches: string[] = []
  const { ask, agents } = await openAgentSetup(open, { seed, agents: ['alone'] })
  const book = () => ask<Orderbook>('/orderbook?exchange=bybit&fiat=UAH&rows=50&include=trust')
  await until(async () => ((await book()).ads?.length ?? 0) > 0, 20_000)
  const { via, checked, ads = [] } = await book()
  if (ads.length === 0) breaches.push('what one collector has read was not shown')
  if (via !== 'remote' || checked !== false) breaches.push(`the book does not say how it was read: ${via}, ${checked}`)
  if (ads.some(({ eligible, trusted }) => eligible === true || trusted)) breaches.push('an unchecked ad was believed')
  const rates = await ask<Rates>('/rates?fiat=UAH')
  for (const { exchange, buy, sell } of rates.exchanges)
    if (remoteExchanges.some((id) => id === exchange) && (buy !== null || sell !== null))
      breaches.push(`${exchange} has a best price that one collector alone has read`)
  const codes = await Promise.all(agents.map((agent) => agent.stop()))
  if (codes.some((code) => code !== 0)) breaches.push(`p2p agent ended with ${codes.join()}`)
  return { breaches, checksMade: 1, pages: 0 }
}

async function until(isSo: () => boolean | Promise<boolean>, mostMs: number): Promise<void> {
  const endMs = performance.now() + mostMs
  while (!(await isSo()) && performance.now() < endMs) await delay(50)
}
