import { apiPrefix, csvType, endpoints } from '@p2p-rates/contract'
import type { TestResponse } from '../../test-client.js'
import type { Case } from '../conformance-server.js'

/** Query per endpoint, and the minimum number of rows. */
const asked: Readonly<Record<string, { readonly query?: string; readonly rows: number }>> = {
  markets: { rows: 10 },
  rates: { rows: 3 },
  orderbook: { query: '&exchange=okx&include=trust', rows: 5 },
  arbitrage: { query: '&amount=5000', rows: 0 },
  depth: { rows: 8 },
  methods: { rows: 3 },
  quote: { query: '&amount=5000', rows: 1 },
  fair: { query: '&price=41.9', rows: 1 },
  convert: { query: '&from=UAH&to=EUR&amount=5000', rows: 2 },
  sources: { rows: 6 },
  'payment-methods': { rows: 50 },
  usage: { rows: 0 },
  index: { rows: 1 },
  fixings: { rows: 0 },
  premium: { rows: 0 },
  price: { query: '&at=2026-03-14T14:05Z', rows: 1 },
  overview: { rows: 2 },
  quality: { query: '&days=2', rows: 16 },
  'track-record': { rows: 0 },
  seasonality: { rows: 168 },
  transfers: { rows: 40 },
  history: { rows: 11 },
  candles: { rows: 11 },
  'webhooks.list': { rows: 0 },
  'inboxes.list': { rows: 0 },
  'rules.list': { rows: 0 },
  'boards.list': { rows: 0 },
  formula: { query: '&offset_pct=1.5', rows: 1 },
  'formula-preview': { rows: 100 },
}

export const tableCases = (): Case[] =>
  endpoints.flatMap(({ name, root, path, table, carriesPrices }): Case[] => {
    if (table === undefined || root !== apiPrefix || path.includes('{')) return []
    const how = asked[name]
    if (how === undefined) throw new Error(`Nobody says how ${name} is asked for as a table.`)
    const { query = '', rows } = how
    return [
      {
        endpoint: name,
        name: 'as CSV',
        ask: ({ keys }) => ({
          path: `${apiPrefix}${path}?format=csv${query}`,
          headers: [['X-API-Key', keys.Business]],
        }),
        expected: {
          status: 200,
          also: holdsRows([...new Set([...table.columns, ...(carriesPrices ? ['simulated'] : [])])], rows),
        },
      },
    ]
  })

const holdsRows =
  (columns: readonly string[], rows: number) =>
  ({ headers, text }: TestResponse): string | null => {
    const [heading, ...lines] = text.trimEnd().split('\r\n')
    if (headers.get('content-type') !== csvType) return 'is not labelled as CSV'
    const isWhole =
      heading === columns.join(',') && lines.length >= rows && lines.every((line) => cellCount(line) === columns.length)
    return isWhole ? null : `CSV begins with ${text.slice(0, 300)}`
  }

/** A comma within quotes is part of a cell. */
const cellCount = (line: string): number => line.replace(/"(?:[^"]|"")*"/g, '').split(',').length
