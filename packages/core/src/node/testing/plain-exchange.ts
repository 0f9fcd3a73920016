import { z } from 'zod'
import { type Dictionary, defineExchange, type Exchange } from '../../exchanges/define-exchange.js'

/** An exchange whose wire format is as plain as can be, for tests of what surrounds adapters. */
export const plainExchange = (id: string, changes: Partial<Exchange> = {}): Exchange =>
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
      row: z.object({ id: z.string().nullish(), price: z.number(), min: z.number().nullish() }),
      ad: (row, { names }) => ({
        adId: row.id ?? null,
        advertiserId: null,
        nickname: 'somebody',
        price: row.price,
        minFiat: row.min ?? 100,
        maxFiat: 5_000,
        stockUsdt: null,
        paymentMethods: [names.payments.get('1') ?? 'method 1'],
        completedOrders: null,
        ordersBasis: 'month' as const,
        completionPct: null,
        positivePct: null,
        merchant: null,
        lastSeenAtMs: null,
        accountAgeDays: null,
        promoted: false,
        restricted: false,
        takerDemands: null,
        payWindowMinutes: null,
        remarks: null,
        url: null,
      }),
    }),
    changes,
  )

const namesShape = z.object({ names: z.record(z.string(), z.string()) })

export const plainDictionary = (global: boolean): NonNullable<Exchange['dictionary']> => ({
  global,
  request: ({ fiat }) => ({ method: 'GET', path: '/names', query: { fiat } }),
  read: (body): Dictionary => ({
    payments: new Map(Object.entries(namesShape.parse(body).names)),
    currencies: new Map(),
  }),
})
