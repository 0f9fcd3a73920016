import type { Ad, Market } from '../ad.js'
import type { ExchangeId } from '../currencies-and-sides.js'
import type { Fault } from '../fault.js'
import type { SignedWire } from './signed-wire.js'

/** One HTTP request, relative to the exchange's base address. */
export type WireRequest = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is, in place of `body`. */
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type PageRequest = Market & { readonly page: number; readonly names: Dictionary }

/** Names from an exchange's own lists that requests and ads need: payment ids and, for some, currency ids. */
export type Dictionary = {
  /** Payment id or code → name shown to people. */
  readonly payments: ReadonlyMap<string, string>
  /** ISO currency → the exchange's id for it; only for exchanges that number currencies. */
  readonly currencies: ReadonlyMap<string, string>
}

export type RowContext = Market & { readonly names: Dictionary; readonly observedAtMs: number }

/** The part of an `Ad` that an exchange decides; `readPage` adds identity, side and time. */
export type AdFacts = Omit<Ad, 'exchange' | 'fiat' | 'side' | 'observedAtMs'>

/** Judges a shape. Any zod schema fits; a type of our own keeps the library out of the type of an exchange. */
export type Schema<Value> = {
  safeParse(
    input: unknown,
  ): { readonly success: true; readonly data: Value } | { readonly success: false; readonly error: SchemaError }
}

type SchemaError = { readonly issues: readonly { readonly path: readonly PropertyKey[] }[] }

/** An exchange is a value: how to ask and how to understand. It never does I/O. */
export type Exchange<Page = unknown, Row = unknown, Id extends ExchangeId = ExchangeId> = {
  readonly id: Id
  readonly name: string
  readonly origin: string
  /** Hosts on which its ads may be linked, with their subdomains; `<id>.com` when absent. */
  readonly hosts?: readonly string[]
  readonly minIntervalMs: number
  /** Rows asked for in one page, and how many pages make 50 ads a side. */
  readonly pageSize: number
  readonly maxPages: number

  /** `null` when the exchange has no such market (an unnumbered currency). */
  readonly request: (ask: PageRequest) => WireRequest | null
  readonly page: Schema<Page>
  /** Reads the exchange's own refusal inside an HTTP 200. Runs before `page` judges the shape. */
  readonly refusal?: (body: unknown) => Fault | null
  readonly rows: (page: Page, market: Market) => readonly unknown[]
  /** Returns true if another page follows. Without this function, a full page means yes. */
  readonly more?: (page: Page, ask: { readonly page: number; readonly rowCount: number }) => boolean
  /** The order asked for may be ignored. A page that is not full holds the whole book and is read in any order. */
  readonly unordered?: true
  readonly row: Schema<Row>
  /** Rows name their side, and `acceptsRow` checks it. */
  readonly sideInRow?: true
  /** Returns true if a row matches the request. A page full of rows for another side or currency is rejected. */
  readonly acceptsRow?: (row: Row, context: RowContext) => boolean
  readonly ad: (row: Row, context: RowContext) => AdFacts

  /** Lists to fetch once a day before the ads. Absent when ads carry names inline. */
  readonly dictionary?: {
    readonly request: (market: Pick<Market, 'fiat'>) => WireRequest
    readonly read: (body: unknown) => Dictionary | Fault
    /** True when one answer serves all currencies. */
    readonly global: boolean
  }

  /** Official interface of the exchange, used instead if there is a key for it. */
  readonly signed?: SignedWire
  /** The exchange has no open interface, and `signed` is its only one. */
  readonly needsKey?: true

  /** Earlier forms of its answers. `wire` reads recordings from before `until`, a day or a time in UTC. */
  readonly earlier?: readonly { readonly until: string; readonly wire: Exchange }[]
}

/**
 * Define an exchange: its requests, its answers, and how a row becomes an ad. Checks the types of `rows` and `ad` against
 * the schemas `page` and `row`. It makes no request: give the result to `createExchangeClient` or `createExchanges`.
 *
 * @example
 * const bazaar = defineExchange({
 *   id: 'bazaar',
 *   name: 'Bazaar',
 *   origin: 'https://www.bazaar.example',
 *   minIntervalMs: 500,
 *   request: ({ fiat, side, page }) => ({ method: 'GET', path: '/ads', query: { fiat, side, page } }),
 *   page: z.object({ ads: z.array(z.unknown()) }),
 *   rows: ({ ads }) => ads,
 *   row: z.object({ price: numberText.decimal, ... }),
 *   ad: (row) => ({ price: row.price, ... }),
 * })
 */
export const defineExchange = <Page, Row, const Id extends ExchangeId>(
  exchange: Exchange<Page, Row, Id>,
  // Safe because `readPage` gives `rows` and `ad` only what those schemas accepted.
): Exchange<unknown, unknown, Id> => exchange as Exchange<unknown, unknown, Id>

/** Empty name lists, for `readPage` of an exchange that has none. */
export const noNames: Dictionary = { payments: new Map(), currencies: new Map() }
