import type { Ad, Board, Market, RemoteReading } from '../ad.js'
import { joinPages, maxAdsPerBoard } from '../book/join-pages.js'
import { readAnswer } from '../exchanges/read-answer.js'
import type { PageReading, Rejection } from '../exchanges/read-page.js'
import { type Fault, isFault } from '../fault.js'
import type { ExchangeConnection } from './exchange-connection.js'
import type { ExchangeNameLists } from './exchange-name-lists.js'
import { faults } from './transport-faults.js'

/** The answer of one side of one exchange, all pages together. */
export type BookReading =
  | {
      readonly state: 'read'
      readonly board: Board
      /** Rows are counted over all pages. */
      readonly rejected: readonly Rejection[]
      readonly rowCount: number
      readonly pages: number
      /** Why a later page is missing; the ads of the earlier ones stand. */
      readonly incomplete: Fault | null
      readonly simulated?: boolean
    }
  | { readonly state: 'failed'; readonly fault: Fault }

type ReadPage = Extract<PageReading, { state: 'read' }> & {
  readonly observedAtMs: number
  readonly simulated: boolean
  readonly remote: RemoteReading | null
}

/** Reads pages until the book ends or enough ads are together. The first page decides between read and failed. */
export async function fetchBook(
  connection: ExchangeConnection,
  dictionaries: ExchangeNameLists,
  market: Market,
  signal?: AbortSignal,
): Promise<BookReading> {
  const [first, ...later] = await fetchPages(connection, dictionaries, market, signal)
  if (first === undefined) return { state: 'failed', fault: faults.noMarket }
  if (isFault(first)) return { state: 'failed', fault: first }

  const incomplete = later.find(isFault) ?? null
  const pages = [first, ...later.flatMap((page) => (isFault(page) ? [] : [page]))]
  const { exchange } = connection
  return {
    state: 'read',
    // The oldest observation dates the board.
    board: {
      exchange: exchange.id,
      ...market,
      ads: joinPages(
        pages.map((page) => page.ads),
        market.side,
      ),
      observedAtMs: first.observedAtMs,
      ...(first.remote === null ? {} : { remote: { checked: pages.every(({ remote }) => remote?.checked === true) } }),
      ...(incomplete === null ? {} : { isIncomplete: true }),
    },
    rejected: numberThrough(pages),
    rowCount: pages.reduce((rows, page) => rows + page.rowCount, 0),
    pages: pages.length,
    incomplete,
    ...(pages.some((page) => page.simulated) ? { simulated: true } : {}),
  }
}

/** Pages in order; a fault can only be the last one. */
async function fetchPages(
  { exchange, fetchAndParse }: ExchangeConnection,
  dictionaries: ExchangeNameLists,
  market: Market,
  signal: AbortSignal | undefined,
): Promise<(ReadPage | Fault)[]> {
  const { names, fault } = await dictionaries.namesFor(market.fiat)
  const pages: (ReadPage | Fault)[] = []
  let held: readonly Ad[] = []
  for (let page = 1; page <= exchange.maxPages && held.length < maxAdsPerBoard; page++) {
    const wanted = { ...market, page, names }
    const request = exchange.request(wanted)
    // An exchange that numbers currencies seems to lack the market while its list is missing.
    if (request === null) return fault === null ? pages : [...pages, fault]
    const outcome = await fetchAndParse<ReadPage>(
      { request, about: { fiat: market.fiat, ads: wanted } },
      (answer, observedAtMs) => {
        const reading = readAnswer(exchange, answer, { ...market, names, observedAtMs, page })
        return reading.state === 'read'
          ? { ...reading, observedAtMs, simulated: answer.simulated === true, remote: answer.remote ?? null }
          : reading.fault
      },
      signal,
    )
    pages.push(outcome)
    if (isFault(outcome) || !outcome.more) break
    const joined = joinPages([held, outcome.ads], market.side)
    // A page that repeats the one before it is the last.
    if (joined.length === held.length) break
    held = joined
  }
  return pages
}

function numberThrough(pages: readonly ReadPage[]): Rejection[] {
  let before = 0
  return pages.flatMap(({ rejected, rowCount }) => {
    const numbered = rejected.map(({ row, reason }) => ({ row: before + row, reason }))
    before += rowCount
    return numbered
  })
}
