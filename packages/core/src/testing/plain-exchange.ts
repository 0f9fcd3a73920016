import { z } from 'zod'
import { type AdFacts, type Dictionary, defineExchange, type Exchange } from '../exchanges/define-exchange.js'
import { decimal, price } from '../read-number-text.js'
import { anAd } from './an-ad.js'

const wireRow = z.object({
  id: z.string().nullish(),
  price,
  min: decimal.nullish(),
  max: decimal.nullish(),
  stock: decimal.nullish(),
  name: z.string().default('somebody'),
  fiat: z.string().nullish(),
})

export const plainExchange = (id: string, changes: Partial<Exchange> = {}, facts: Partial<AdFacts> = {}): Exchange =>
  Object.assign(
    defineExchange({
      id,
      name: `Exchange ${id}`,
      origin: 'http://origin.invalid',
      minIntervalMs: 0,
      pageSize: 2,
      maxPages: 3,
      request: ({ fiat, side, page }) => ({ method: 'GET', path: '/ads', query: { fiat, side, page } }),
      page: z.object({ rows: z.array(z.unknown()) }),
      rows: (page) => page.rows,
      row: wireRow,
      acceptsRow: (row, market) => row.fiat == null || row.fiat === market.fiat,
      ad: (row, { names }) => ({
        ...ordinaryFacts,
        adId: row.id ?? null,
        nickname: row.name,
        price: row.price,
        minFiat: row.min ?? 100,
        maxFiat: row.max ?? 5_000,
        stockUsdt: row.stock ?? null,
        paymentMethods: [names.payments.get('1') ?? 'method 1'],
        ...facts,
      }),
    }),
    changes,
  )

const { exchange: _exchange, fiat: _fiat, side: _side, observedAtMs: _seen, ...ordinaryFacts } = anAd()

const namesShape = z.object({ names: z.record(z.string(), z.string()) })

export const plainDictionary = (global: boolean): NonNullable<Exchange['dictionary']> => ({
  global,
  request: ({ fiat }) => ({ method: 'GET', path: '/names', query: { fiat } }),
  read: (body): Dictionary => ({
    payments: new Map(Object.entries(namesShape.parse(body).names)),
    currencies: new Map(),
  }),
})
