import type { Ad, Orderbook, OrderbookQuery } from '@p2p-rates/sdk'
import type { Cli } from './cli.js'
import { exchangeName, usualExchanges } from './exchange-names.js'
import { failureOf } from './failure.js'

/** An ad that names its exchange, in a list of several exchanges. */
export type ListedAd = Ad & { readonly exchange?: string }
export type Book = Omit<Orderbook, 'ads'> & { readonly ads: readonly ListedAd[] }

/** The ads of one exchange, or those of all in one list, best price first. Says who is missing. */
export async function askBooks(cli: Cli, query: OrderbookQuery): Promise<Book> {
  if (query.exchange !== 'all') return cli.ask((p2p) => p2p.orderbook(query))
  const asked = await Promise.allSettled(
    usualExchanges.map((exchange) => cli.ask((p2p) => p2p.orderbook({ ...query, exchange }))),
  )
  const books = asked.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const refusals = asked.flatMap((outcome, place) =>
    outcome.status === 'rejected' ? [{ who: usualExchanges[place] ?? '', why: outcome.reason }] : [],
  )
  const [first] = books
  if (first === undefined) throw refusals[0]?.why
  for (const { who, why } of refusals) cli.terminal.warn(`${exchangeName(who)} is missing: ${failureOf(why).message}`)
  const ads = books
    .flatMap((book) => book.ads.map((ad) => ({ exchange: book.exchange, ...ad })))
    .sort((one, other) => (first.side === 'BUY' ? 1 : -1) * (one.price - other.price))
  return { ...first, exchange: 'all', count: ads.length, ads }
}
