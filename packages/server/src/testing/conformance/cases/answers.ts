import { defaultPlans, endpoints, fullPath, type PlanName, planNames } from '@p2p-rates/contract'
import { exchangeIds, fiats } from '@p2p-rates/core'
import type { TestResponse } from '../../test-client.js'
import type { Case, Expected } from '../conformance-server.js'
import { plainAsk } from './keys.js'

export const answerCases = (): Case[] => [...fieldCases, ...clampCases, ...noDataCases(), ...orderCases, ...healthCases]

const as = (
  plan: PlanName,
  path: string,
  name: string,
  expected: Expected,
  endpoint = path.split(/[?/]/)[1] ?? '',
): Case => ({
  endpoint,
  name,
  ask: ({ keys }) => ({ path: `/api/v1${path}`, headers: [['X-API-Key', keys[plan]]] }),
  expected,
})

type Json = { readonly [name: string]: Json } & readonly Json[] & string

const holds =
  (check: (body: Json) => boolean, complaint: string) =>
  ({ text }: TestResponse): string | null =>
    check(JSON.parse(text) as Json) ? null : `${complaint}: ${text.slice(0, 300)}`

const fields = (value: unknown): string =>
  Object.keys(value ?? {})
    .sort()
    .join(' ')

const exactly = (expected: string, pick: (body: Json) => unknown = (body) => body) =>
  holds((body) => fields(pick(body)) === expected.split(' ').sort().join(' '), `fields are not ${expected}`)

type ToldAd = {
  readonly min_amount: number
  readonly max_amount: number
  readonly merchant: boolean | null
  readonly completed_orders: number | null
  readonly completion_rate: number | null
  readonly payment_methods: readonly string[]
}

const wantedCases: readonly Case[] = (
  [
    ['amount=5000', (ad) => ad.min_amount <= 5000 && ad.max_amount >= 5000],
    ['merchant=true', (ad) => ad.merchant === true],
    ['min_orders=200', (ad) => ad.completed_orders !== null && ad.completed_orders >= 200],
    ['min_completion_pct=97.5', (ad) => ad.completion_rate !== null && ad.completion_rate >= 97.5],
    ['payment_method=mono,privat', (ad) => /mono|privat/i.test(ad.payment_methods.join())],
    ['payment_method=mono&payment_method=privat', (ad) => /mono|privat/i.test(ad.payment_methods.join())],
    ['exclude_method=mono', (ad) => ad.payment_methods.some((name) => !/mono/i.test(name))],
    [
      'amount=5000&min_orders=50&exclude_method=mono&trusted=true',
      (ad) => ad.max_amount >= 5000 && Number(ad.completed_orders) >= 50,
    ],
  ] satisfies [string, (ad: ToldAd) => boolean][]
).map(([wanted, holdsFor]) =>
  as('Business', `/orderbook?exchange=binance&rows=50&include=trust&${wanted}`, `only what is wanted: ${wanted}`, {
    status: 200,
    also: ({ text }) => {
      const { ads } = JSON.parse(text) as { readonly ads: readonly ToldAd[] }
      const strangers = ads.filter((ad) => !holdsFor(ad))
      return ads.length > 0 && strangers.length === 0 ? null : `${ads.length} ads, ${JSON.stringify(strangers[0])}`
    },
  }),
)

const adFields = 'price min_amount max_amount payment_methods completed_orders completion_rate nickname trusted'
const fieldCases: readonly Case[] = [
  as('Pro', '/markets', 'exactly the fields of the specification', {
    status: 200,
    also: holds(
      ({ asset, exchanges, fiats: told, plan }) =>
        asset === 'USDT' &&
        JSON.stringify(exchanges) === JSON.stringify(exchangeIds) &&
        told?.length === fiats.length &&
        told.every((fiat) => fields(fiat) === 'code name') &&
        fields(plan) === 'features history_hours monthly_quota name orderbook_rows requests_per_minute',
      'market info is not as specified',
    ),
  }),
  as('Pro', '/rates', 'exactly the fields of the specification', {
    status: 200,
    also: exactly('asset fiat updated_at best_buy best_sell cross_exchange_spread_pct exchanges'),
  }),
  as('Pro', '/rates?fiat=eur', 'each exchange with its six fields, the best price among them', {
    status: 200,
    also: holds(
      ({ fiat, exchanges, best_buy: bestBuy, best_sell: bestSell }) =>
        fiat === 'EUR' &&
        fields(bestBuy) === 'exchange price' &&
        (exchanges ?? []).every((one) => fields(one) === 'buy buy_ads exchange sell sell_ads') &&
        Number(bestBuy?.price) ===
          Math.min(...(exchanges ?? []).flatMap(({ buy }) => (buy === null ? [] : Number(buy)))) &&
        Number(bestSell?.price) ===
          Math.max(...(exchanges ?? []).flatMap(({ sell }) => (sell === null ? [] : Number(sell)))),
      'rates are not as specified',
    ),
  }),
  as('Pro', '/orderbook?exchange=okx', 'exactly the fields of the specification', {
    status: 200,
    also: exactly('asset exchange fiat side payment_method count ads'),
  }),
  as('Pro', '/orderbook?exchange=okx&side=sell', 'every ad with exactly its eight fields', {
    status: 200,
    also: holds(
      ({ ads, side, count }) =>
        side === 'SELL' &&
        Number(count) === ads?.length &&
        ads.length > 0 &&
        ads.every((ad) => fields(ad) === adFields.split(' ').sort().join(' ')),
      'ads are not as specified',
    ),
  }),
  as('Pro', '/orderbook?exchange=okx&include=trust', 'more fields when they are asked for', {
    status: 200,
    also: exactly(
      `${adFields} available_usdt merchant score reasons reason_figures eligible demands observed_at url`,
      ({ ads }) => ads?.[0],
    ),
  }),
  as('Pro', '/orderbook?exchange=okx&include=updated_at', 'when its ads were received, and nothing else', {
    status: 200,
    also: exactly('asset exchange fiat side payment_method count updated_at ads'),
  }),
  as('Pro', '/orderbook?exchange=all', 'the exchange in each ad, the missing ones, and nothing else', {
    status: 200,
    also: holds(
      (body) =>
        fields(body) === 'ads asset count exchange fiat missing_exchanges payment_method side' &&
        body.exchange === 'all' &&
        body.ads?.length === 10 &&
        body.ads.every((ad) => fields(ad) === `${adFields} exchange`.split(' ').sort().join(' ')),
      'the book of all exchanges is not as promised',
    ),
  }),
  as('Free', '/orderbook?exchange=all&rows=50', 'a plan’s rows for each exchange', {
    status: 200,
    also: holds(({ count }) => Number(count) === 50, 'fewer rows than the plan has for all exchanges'),
  }),
  as('Free', '/orderbook?exchange=all&rows=999', 'no more than a plan’s rows for each exchange', {
    status: 200,
    clamped: 'rows',
  }),
  as('Starter', '/stats', 'exactly the fields of the specification', {
    status: 200,
    also: exactly(
      'asset fiat best_buy_now avg_24h avg_7d min_24h delta_vs_24h_pct delta_vs_7d_pct verdict cheapest_hours_kyiv data_points',
    ),
  }),
  as('Pro', '/history?hours=48', 'exactly the fields of the specification, on the grid', {
    status: 200,
    also: holds(
      (body) =>
        fields(body) === 'asset exchange fiat hours points' &&
        (body.points ?? []).length > 100 &&
        (body.points ?? []).every(
          (point) => fields(point) === 'buy sell t' && Date.parse(point.t ?? '') % 300_000 === 0,
        ),
      'history is not as specified',
    ),
  }),
  as('Pro', '/arbitrage', 'exactly the fields of the specification', {
    status: 200,
    also: exactly('asset fiat amount transfer_fee_usdt opportunities'),
  }),
  as('Pro', '/arbitrage?include=updated_at', 'when its prices were received, and nothing else', {
    status: 200,
    also: exactly('asset fiat amount transfer_fee_usdt updated_at opportunities'),
  }),
  as('Pro', '/arbitrage?include=age,same_exchange&amount=5000', 'a word about the age of every pair, or null', {
    status: 200,
    also: holds(
      ({ opportunities, same_exchange }) =>
        [...(opportunities ?? []), ...(same_exchange ?? [])].every(
          ({ since }) => since === null || Date.parse(since ?? '') <= Date.now(),
        ),
      'ages are not as promised',
    ),
  }),
  as('Pro', '/me', 'exactly the fields of the specification', {
    status: 200,
    also: exactly('key_prefix plan monthly_quota used_this_month requests_per_minute'),
  }),
  as('Pro', '/me', 'uses what its own headers say is used', {
    status: 200,
    also: (answer) => {
      const { monthly_quota: quota, used_this_month: used } = JSON.parse(answer.text) as Record<string, number>
      const left = Number(answer.headers.get('x-quota-remaining'))
      return Number(quota) - Number(used) === left ? null : `${used} of ${quota} used, but ${left} left`
    },
  }),
  as('Starter', '/index', 'exactly the fields of the contract, and what follows from them', {
    status: 200,
    also: (answer) =>
      exactly(
        'asset fiat value buy sell confidence sources method updated_at official premium_pct change_24h_pct usdt_usd cite',
      )(answer) ??
      holds(
        ({ value, buy, sell, cite }) =>
          Math.abs((Number(buy) + Number(sell)) / 2 - Number(value)) < 0.002 &&
          String(cite).includes(`1 USDT = ${value} UAH`) &&
          String(cite).includes('Simulated'),
        'the index contradicts itself',
      )(answer),
  }),
  as('Starter', '/stats?exchange=index', 'what they are about, where it is not the best of all', {
    status: 200,
    also: holds(({ exchange }) => exchange === 'index', 'does not say so'),
  }),
  as('Starter', '/stats?exchange=best', 'nothing else where it is', {
    status: 200,
    also: holds(({ exchange }) => exchange === undefined, 'says so'),
  }),
  as('Pro', '/history?exchange=index', 'the series of the index', {
    status: 200,
    also: holds(({ exchange, points }) => exchange === 'index' && (points ?? []).length > 100, 'is not there'),
  }),
  as('Pro', '/candles?interval=5m', 'exactly the fields of the specification in each candle', {
    status: 200,
    also: exactly('t buy sell', ({ candles }) => candles?.[0]),
  }),
  as('Pro', '/candles?interval=5m&include=ads', 'ads behind each price, and nothing else', {
    status: 200,
    also: holds(
      ({ candles }) =>
        (candles ?? []).every(
          (candle) =>
            fields(candle) === 'buy buy_ads sell sell_ads t' &&
            (candle.buy === null ? candle.buy_ads === null : Number(candle.buy_ads) > 0),
        ),
      'ads are not as promised',
    ),
  }),
  as('Pro', '/candles?interval=5m&exchange=index&include=ads,confidence', 'the confidence of the index, and no ads', {
    status: 200,
    also: holds(
      ({ candles }) =>
        (candles ?? []).every(
          ({ confidence, buy_ads, sell_ads }) => confidence?.reasons === null && buy_ads === null && sell_ads === null,
        ),
      'confidence is not as promised',
    ),
  }),
  as('Pro', '/rates?include=confidence,rails', 'two more fields, and the mark of a simulation', {
    status: 200,
    also: exactly(
      'asset fiat updated_at best_buy best_sell cross_exchange_spread_pct exchanges confidence rails simulated',
    ),
  }),
  ...exchangeIds.flatMap((exchange) =>
    (['BUY', 'SELL'] as const).map((side) =>
      as(
        'Business',
        `/orderbook?exchange=${exchange}&side=${side}&rows=50&include=trust`,
        `trusted as the score says: ${exchange} ${side}`,
        {
          status: 200,
          also: holds(
            ({ ads }) => (ads ?? []).every((ad) => Number(ad.score) >= 0.5 === (String(ad.trusted) === 'true')),
            'trusted contradicts the score',
          ),
        },
      ),
    ),
  ),
  as('Starter', '/depth?side=sell', 'eight sizes, with a price or a reason each', {
    status: 200,
    also: holds(
      ({ sizes }) =>
        (sizes ?? []).map(({ amount_usdt: usdt }) => usdt).join() === '50,100,250,500,1000,2500,5000,10000' &&
        (sizes ?? []).every(({ average_price: price, unfilled }) => (price === null) === (unfilled !== null)),
      'depth is not as promised',
    ),
  }),
  as('Starter', '/convert?from=UAH&to=EUR&amount=5000', 'every cost named, and their sum', {
    status: 200,
    also: holds(({ costs, cost_pct: cost, rate, received, index_rate: index }) => {
      const parts = Object.values((costs ?? {}) as Record<string, { pct: number }>).map(({ pct }) => pct)
      const sum = parts.reduce((all, pct) => all + pct, 0)
      const direct = (1 - Number(rate) / Number(index)) * 100
      return (
        parts.length === 3 &&
        Math.abs(sum - Number(cost)) < 0.03 &&
        Math.abs(direct - Number(cost)) < 0.02 &&
        Math.abs(Number(received) / 5000 - Number(rate)) < 1e-4
      )
    }, 'the costs are not what is lost'),
  }),
  as('Starter', '/methods?side=sell', 'the best price first, each way to pay once', {
    status: 200,
    also: holds(({ methods }) => {
      const prices = (methods ?? []).map(({ price }) => Number(price))
      const ids = new Set((methods ?? []).map(({ id }) => id))
      return (
        prices.length > 3 && ids.size === prices.length && prices.join() === prices.toSorted((a, b) => b - a).join()
      )
    }, 'methods are not as promised'),
  }),
  as('Business', '/orderbook?exchange=binance&rows=50&trusted=true', 'only trusted ads when asked to', {
    status: 200,
    also: holds(
      ({ ads, count }) => Number(count) > 0 && (ads ?? []).every((ad) => String(ad.trusted) === 'true'),
      'shows untrusted ads',
    ),
  }),
  ...wantedCases,
  ...planNames.map((plan) =>
    as(plan, '/markets', `the ${plan} plan's own capabilities`, {
      status: 200,
      also: holds(
        (body) =>
          body.plan?.name === plan &&
          Number(body.plan.orderbook_rows) === defaultPlans[plan].orderbookRows &&
          Number(body.plan.history_hours) === defaultPlans[plan].historyHours,
        'capabilities are another plan’s',
      ),
    }),
  ),
]

const clampCases: readonly Case[] = [
  ...(['Starter', 'Pro', 'Business'] as const).flatMap((plan) => {
    const { orderbookRows: rows } = defaultPlans[plan]
    const shows = holds(({ count }) => Number(count) <= rows, 'more rows than the plan has')
    return [
      as(plan, `/orderbook?exchange=binance&rows=${rows}`, `${plan}: as many rows as it has`, {
        status: 200,
        also: shows,
      }),
      as(plan, `/orderbook?exchange=binance&rows=${rows + 1}`, `${plan}: one row too many`, {
        status: 200,
        clamped: 'rows',
        also: shows,
      }),
      ...['999999999', '99999999999999999999', '9'.repeat(400)].map((many) =>
        as(plan, `/orderbook?exchange=binance&rows=${many}`, `${plan}: far too many rows, in ${many.length} digits`, {
          status: 200,
          clamped: 'rows',
        }),
      ),
      // Repeat the request within the plan's limit, because the answer must not keep the mark.
      as(plan, `/orderbook?exchange=binance&rows=${rows}`, `${plan}: the mark does not stay`, { status: 200 }),
    ]
  }),
  as('Pro', '/history?hours=721', 'hours', {
    status: 200,
    clamped: 'hours',
    also: holds(({ hours }) => Number(hours) === 720, 'depth used is not told'),
  }),
  as('Pro', '/history?hours=1234567890123', 'hours of many digits', { status: 200, clamped: 'hours' }),
  as('Pro', '/history?max_points=1234567890123', 'points of many digits', { status: 200, clamped: 'max_points' }),
  as('Pro', '/history?max_points=1001', 'points', { status: 200, clamped: 'max_points' }),
  as('Pro', '/history?hours=9999&max_points=9999', 'both', { status: 200, clamped: 'hours, max_points' }),
  as('Business', '/history?hours=8760', 'not what the plan allows', { status: 200 }),
  as('Pro', '/candles?hours=9999', 'hours of candles', { status: 200, clamped: 'hours' }),
]

const marketPaths = [
  ...['rates', 'orderbook?exchange=okx', 'stats', 'arbitrage', 'quote?amount=1000', 'stream', 'depth', 'methods'],
  'index',
]

/** KZT is not collected on the scene's server. */
const noDataCases = (): Case[] => [
  ...marketPaths.map((path) =>
    as('Business', `/${path}${path.includes('?') ? '&' : '?'}fiat=KZT`, 'no data', {
      status: 503,
      code: 'data_unavailable',
    }),
  ),
  as('Business', '/history?fiat=KZT', 'no data', {
    status: 200,
    also: holds(({ points }) => points?.length === 0, 'points'),
  }),
  as('Business', '/candles?fiat=KZT', 'no data', {
    status: 200,
    also: holds(({ candles }) => candles?.length === 0, 'candles'),
  }),
]

/** Checks run in this order: address, method, key, limit, plan, parameters, data. The first failure is reported. */
const orderCases: readonly Case[] = [
  as('Business', '/rates?fiat=KZT&fiat=KZT', 'parameters before data', { status: 400, code: 'invalid_parameter' }),
  as('Starter', '/history?hours=x', 'plan before parameters', { status: 403, code: 'plan_required' }),
  {
    endpoint: 'nothing',
    name: 'address before key',
    ask: () => ({ path: '/api/v1/nothing' }),
    expected: { status: 404, code: 'not_found' },
  },
  {
    endpoint: 'rates',
    name: 'method before key',
    ask: () => ({ method: 'POST', path: '/api/v1/rates' }),
    expected: { status: 405, code: 'method_not_allowed' },
  },
]

const publicAnswers: ReadonlyMap<string, RegExp> = new Map([
  ['livez', /^\{"status":"ok","version":"\d+\.\d+\.\d+[^"]*"\}$/],
  ['readyz', /^\{"status":"ok"\}$/],
  ['root', /^\{"name":"p2p-rates","version":.*"description":"\/api\/v1\/openapi.json"/],
  ['api-root', /^\{"name":"p2p-rates","version":.*"description":"\/api\/v1\/openapi.json"/],
])

const healthCases: readonly Case[] = endpoints
  .filter(({ access, method }) => access.kind === 'public' && method === 'GET')
  .flatMap((endpoint) =>
    (['GET', 'HEAD'] as const).map((method) => ({
      endpoint: endpoint.name,
      name: `${method} without a key, without details`,
      ask: () => ({ ...plainAsk(endpoint), path: fullPath(endpoint), method }),
      expected: {
        status: 200,
        also: ({ text }) =>
          method === 'HEAD' || publicAnswers.get(endpoint.name)?.test(text) === true ? null : `says ${text}`,
      },
    })),
  )
