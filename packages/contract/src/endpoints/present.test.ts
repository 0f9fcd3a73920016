import {
  type Execution,
  exchangeIds,
  type Fill,
  fiats,
  type JudgedAd,
  type MarketRates,
  type Opportunity,
  type Quote,
  type Stats,
} from '@p2p-rates/core'
import { confidenceLevels } from '@p2p-rates/core/internal'
import { anAd, checkEach } from '@p2p-rates/core/testing'
import { describe, expect, test } from 'vitest'
import { featuresOf } from '../endpoint/all-endpoints.js'
import { csvOf } from '../endpoint/csv.js'
import type { Endpoint } from '../endpoint/define-endpoint.js'
import { defaultPlans } from '../endpoint/plans.js'
import { errorBody, toProblemResponse } from '../errors/error-codes.js'
import { noPriceProblem } from '../errors/smallest-trade.js'
import { streamEventText } from './alerts/stream-and-webhook-events.js'
import { type DeliveryInput, toDeliveryResponse, toWebhookResponse, type WebhookInput } from './alerts/webhook-shape.js'
import { getWebhook, resendDelivery } from './alerts/webhooks.js'
import { candles, candlesCsv, toCandlesResponse } from './history/candles.js'
import { history, historyCsv, toHistoryResponse } from './history/history.js'
import { stats, toStatsResponse } from './history/stats.js'
import { arbitrage, toArbitrageResponse } from './prices/arbitrage.js'
import { orderbook, toOrderbookResponse } from './prices/orderbook.js'
import { quote, toQuoteResponse } from './prices/quote.js'
import { type RatesExtra, rates, toRatesExtrasResponse, toRatesResponse } from './prices/rates.js'
import { index, toIndexResponse } from './prices/reference-index.js'
import { markets, toMarketsResponse } from './service/markets.js'
import { me, toUsageResponse } from './service/me.js'
import { paymentMethods, toPaymentMethodsResponse } from './service/payment-methods.js'
import { sources, toSourcesResponse } from './service/sources.js'

const accepted = (endpoint: Pick<Endpoint, 'answer'>, answer: unknown) => {
  expect(endpoint.answer.parse(answer)).toEqual(answer)
  return answer
}

const nowMs = Date.UTC(2026, 10, 21, 10, 5, 12)

const ad = anAd({
  adId: '1',
  advertiserId: 'a1',
  nickname: 'Honest Trader',
  price: 41.323,
  maxFiat: 30000.005,
  stockUsdt: 726.04,
  completedOrders: 640,
  completionPct: 98.756,
  positivePct: null,
  merchant: true,
  lastSeenAtMs: null,
  url: 'https://example.com/ad/1',
  observedAtMs: nowMs,
})

const judged: JudgedAd = {
  ad,
  score: 0.99512,
  trusted: true,
  eligible: true,
  reasons: [
    { code: 'experienced', points: 1.2 },
    { code: 'verified', points: 0.5 },
  ],
}

describe('rates', () => {
  const market: MarketRates = {
    fiat: 'UAH',
    updatedAtMs: nowMs,
    bestBuy: { price: 41.3, exchange: 'okx' },
    bestSell: { price: 41.05, exchange: 'binance' },
    crossExchangeSpreadPct: -0.605327,
    exchanges: [
      { exchange: 'binance', buy: 41.32, sell: 41.05, buyAds: 8, sellAds: 11 },
      { exchange: 'okx', buy: 41.3, sell: null, buyAds: 3, sellAds: 0 },
    ],
    confidence: { BUY: { level: 'high', reasons: [] }, SELL: { level: 'medium', reasons: ['little_evidence'] } },
    surer: { BUY: null, SELL: null },
  }

  test('carry exactly the specified fields; a side without a price is null', () => {
    expect(accepted(rates, toRatesResponse(market))).toEqual({
      asset: 'USDT',
      fiat: 'UAH',
      updated_at: '2026-11-21T10:05:12.000Z',
      best_buy: { price: 41.3, exchange: 'okx' },
      best_sell: { price: 41.05, exchange: 'binance' },
      cross_exchange_spread_pct: -0.61,
      exchanges: [
        { exchange: 'binance', buy: 41.32, sell: 41.05, buy_ads: 8, sell_ads: 11 },
        { exchange: 'okx', buy: 41.3, sell: null, buy_ads: 3, sell_ads: 0 },
      ],
    })
  })

  test('have no spread with a single exchange', () => {
    expect(toRatesResponse({ ...market, crossExchangeSpreadPct: null })).toMatchObject({
      cross_exchange_spread_pct: null,
    })
  })

  test('are no answer at all while one side has no price', () => {
    expect(toRatesResponse({ ...market, bestBuy: null })).toBeNull()
    expect(toRatesResponse({ ...market, bestSell: null })).toBeNull()
  })

  test('return the requested additions, and nothing else', () => {
    const judgedMarket = { fiat: 'UAH', boards: [], confidence: market.confidence }
    const told = (include: readonly RatesExtra[], isSimulated = false) => {
      const extras = toRatesExtrasResponse({ include, prices: market, market: judgedMarket, isSimulated })
      accepted(rates, { ...toRatesResponse(market), ...extras })
      return extras
    }
    const confidence = { buy: { level: 'high', reasons: [] }, sell: { level: 'medium', reasons: ['little_evidence'] } }
    expect(told(['confidence'])).toEqual({ confidence })
    const surer = { price: 41.5, exchange: 'okx', level: 'high' } as const
    const doubted = toRatesExtrasResponse({
      include: ['confidence'],
      prices: { ...market, surer: { BUY: surer, SELL: null } },
      market: judgedMarket,
      isSimulated: false,
    })
    expect(doubted.confidence?.buy).toEqual({ ...confidence.buy, surer })
    accepted(rates, { ...toRatesResponse(market), ...doubted })
    expect(told(['rails'])).toEqual({ rails: { buy: [], sell: [] } })
    expect(told(['confidence', 'rails'], true)).toEqual({ confidence, rails: { buy: [], sell: [] }, simulated: true })
  })

  test('that have no value name the smallest tradable amount, in words and in figures', () => {
    const buy = { fromUsdt: 1300.4, fromFiat: 59_818.4, price: 46, exchange: 'okx' }
    const problem = noPriceProblem('UAH', { buy, sell: null })
    expect(problem.message).toBe(
      'There is no ad for a normal amount of UAH: you buy from 1,300.4 USDT (59,818.4 UAH) at 46 on okx.',
    )
    const body = toProblemResponse(problem)
    expect(errorBody.parse(body)).toEqual(body)
    expect(body.detail.smallest_trade).toEqual({
      buy: { from_usdt: 1300.4, from_fiat: 59_818.4, price: 46, exchange: 'okx' },
      sell: null,
    })
    expect(noPriceProblem('UAH', { buy, sell: buy }).message).toMatch(/: you buy from .*; you sell from .*\.$/)
    const empty = toProblemResponse(noPriceProblem('UAH', { buy: null, sell: null })).detail
    expect(empty).toEqual({ code: 'data_unavailable', message: 'There are no fresh prices for UAH at the moment.' })
  })

  test('stand on the stream as one event with name, id and data', () => {
    expect(streamEventText('41', '{"asset":"USDT"}')).toBe(
      'event: rates\nid: 41\nretry: 5000\ndata: {"asset":"USDT"}\n\n',
    )
  })
})

describe('an order book', () => {
  const facts = { exchange: 'binance', fiat: 'UAH', side: 'BUY', paymentMethod: null, withTrust: false } as const

  test('shows the eight specified fields of an ad, its price as published', () => {
    expect(accepted(orderbook, toOrderbookResponse({ ...facts, ads: [judged] }))).toEqual({
      asset: 'USDT',
      exchange: 'binance',
      fiat: 'UAH',
      side: 'BUY',
      payment_method: null,
      count: 1,
      ads: [
        {
          price: 41.323,
          min_amount: 1000,
          max_amount: 30000.01,
          payment_methods: ['Monobank'],
          completed_orders: 640,
          completion_rate: 98.76,
          nickname: 'Honest Trader',
          trusted: true,
        },
      ],
    })
  })

  test('shows an unknown record as null, never as 0', () => {
    const silent = { ...judged, trusted: false, ad: { ...ad, completedOrders: null, completionPct: null } }
    const answer = accepted(orderbook, toOrderbookResponse({ ...facts, ads: [silent] }))
    expect(answer).toMatchObject({ ads: [{ completed_orders: null, completion_rate: null, trusted: false }] })
  })

  test('adds the reasons behind the flag when asked to', () => {
    const answer = accepted(
      orderbook,
      toOrderbookResponse({ ...facts, paymentMethod: 'Mono', withTrust: true, ads: [judged] }),
    )
    expect(answer).toMatchObject({
      payment_method: 'Mono',
      ads: [
        {
          available_usdt: 726.04,
          merchant: true,
          score: 0.99,
          reasons: ['experienced', 'verified'],
          eligible: true,
          demands: null,
          observed_at: '2026-11-21T10:05:12.000Z',
          url: 'https://example.com/ad/1',
        },
      ],
    })
  })

  test('returns the demands of an ad, and those that a usual caller cannot meet', () => {
    const takerDemands = { minOrders: 20, minCompletionPct: null, minAccountAgeDays: 30, extraVerification: true }
    const asking: JudgedAd = {
      ...judged,
      ad: { ...ad, takerDemands },
      eligible: false,
      reasons: [...judged.reasons, { code: 'asks_for_orders', points: 0 }],
    }
    const answer = toOrderbookResponse({ ...facts, withTrust: true, ads: [asking] })
    accepted(orderbook, answer)
    expect(answer.ads[0]).toMatchObject({
      eligible: false,
      reasons: ['experienced', 'verified', 'asks_for_orders'],
      demands: { min_orders: 20, min_completion_pct: null, min_account_days: 30, verified: true },
    })
    expect(orderbook.table && csvOf(orderbook.table, answer)).toContain(
      ',min_orders 20 | min_account_days 30 | verified,',
    )
  })

  test('returns the difference of a price, computed from the shown price', () => {
    const reasons = [
      { code: 'price_outlier', points: Number.NEGATIVE_INFINITY, against: 44.9504 },
      { code: 'few_orders', points: -1 },
    ] as const
    const answer = toOrderbookResponse({
      ...facts,
      withTrust: true,
      ads: [{ ...judged, trusted: false, ad: { ...ad, price: 41.4 }, reasons }],
    })
    const figures = [{ reason: 'price_outlier', against: 44.95, difference_pct: -7.9 }]
    expect(accepted(orderbook, answer)).toMatchObject({ ads: [{ reason_figures: figures }] })
  })

  test('a score is never shown as more than it is', () =>
    checkEach(
      [
        [0.4999, false, 0.49],
        [0.5, true, 0.5],
        [0.505, true, 0.5],
        [0.29, false, 0.29],
        [0.005, false, 0],
        [1, true, 1],
      ] as const,
      ([score, trusted, shown]) => {
        const answer = toOrderbookResponse({ ...facts, withTrust: true, ads: [{ ...judged, score, trusted }] })
        expect(answer.ads[0]).toMatchObject({ score: shown, trusted })
      },
    ))

  test('passes hostile names through as they are', () => {
    const nickname = '<script>\u001b[31m\u202e__proto__'
    const answer = toOrderbookResponse({ ...facts, ads: [{ ...judged, ad: { ...ad, nickname } }] })
    expect(JSON.parse(JSON.stringify(accepted(orderbook, answer)))).toMatchObject({ ads: [{ nickname }] })
  })
})

describe('stats', () => {
  const facts: Stats = {
    bestBuyNow: 41.32,
    average24h: 41.04921,
    average7d: 41.1105,
    lowest24h: 40.9188,
    deltaVs24hPct: 0.6597,
    deltaVs7dPct: 0.5096,
    verdict: 'high',
    cheapestHoursKyiv: [{ hour: 5, deltaPct: -0.2149 }],
    dataPoints: 2016,
  }

  test('are rounded last', () => {
    expect(accepted(stats, toStatsResponse('UAH', facts))).toEqual({
      asset: 'USDT',
      fiat: 'UAH',
      best_buy_now: 41.32,
      avg_24h: 41.049,
      avg_7d: 41.111,
      min_24h: 40.919,
      delta_vs_24h_pct: 0.66,
      delta_vs_7d_pct: 0.51,
      verdict: 'high',
      cheapest_hours_kyiv: [{ hour: 5, delta_pct: -0.21 }],
      data_points: 2016,
    })
  })

  test('name their series if it is not the best of all', () => {
    expect(toStatsResponse('UAH', facts, 'best')).toEqual(toStatsResponse('UAH', facts))
    expect(accepted(stats, toStatsResponse('UAH', facts, 'index'))).toMatchObject({ exchange: 'index' })
  })

  test('say when the price was received, if asked', () => {
    const updated_at = '2026-11-21T10:05:12.000Z'
    expect(accepted(stats, toStatsResponse('UAH', facts, 'best', Date.parse(updated_at)))).toMatchObject({ updated_at })
  })

  test('never show a minimum above the price now, however that one was published', () => {
    const published = 26123.456
    expect(toStatsResponse('VND', { ...facts, bestBuyNow: published, lowest24h: published }).min_24h).toBe(published)
  })
})

describe('the index', () => {
  const facts = {
    fiat: 'UAH',
    index: {
      value: 41.185_049,
      buy: 41.36001,
      sell: 41.01,
      confidence: { level: 'high', reasons: [] },
      sources: 5,
      updatedAtMs: Date.UTC(2026, 10, 21, 10, 5),
    },
    dayAgo: 41.2345,
    official: { rate: 40.1234, source: 'National Bank of Ukraine', day: '2026-11-21' },
    usdtUsd: { rate: 0.9998, source: 'Kraken', observedAtMs: Date.UTC(2026, 10, 21, 10, 2) },
    isSimulated: false,
  } as const

  test('is rounded last, and compared unrounded', () => {
    expect(accepted(index, toIndexResponse(facts))).toEqual({
      asset: 'USDT',
      fiat: 'UAH',
      value: 41.185,
      buy: 41.36,
      sell: 41.01,
      confidence: { level: 'high', reasons: [] },
      sources: 5,
      method: 'index-1',
      updated_at: '2026-11-21T10:05:00.000Z',
      official: { rate: 40.1234, source: 'National Bank of Ukraine', day: '2026-11-21' },
      premium_pct: 2.65,
      change_24h_pct: -0.12,
      usdt_usd: { rate: 0.9998, source: 'Kraken', observed_at: '2026-11-21T10:02:00.000Z' },
      cite: '1 USDT = 41.185 UAH, p2p-rates reference index (method index-1, 5 exchanges, high confidence), 2026-11-21T10:05:00.000Z.',
    })
  })

  test('compares itself with nothing where nothing is known', () => {
    expect(accepted(index, toIndexResponse({ ...facts, dayAgo: null, official: null, usdtUsd: null }))).toMatchObject({
      official: null,
      usdt_usd: null,
      premium_pct: null,
      change_24h_pct: null,
    })
  })

  test('is cited as simulated, with its single exchange', () => {
    const cited = (changed: Partial<Parameters<typeof toIndexResponse>[0]>) =>
      toIndexResponse({ ...facts, ...changed }).cite
    expect(cited({ isSimulated: true })).toMatch(/Z\. Simulated: this price never existed\.$/)
    expect(cited({ index: { ...facts.index, sources: 1 } })).toContain('1 exchange,')
  })
})

const fill = (price: number, fiat: number): Fill => ({ ad: { ...ad, price }, fiat, usdt: fiat / price })

describe('arbitrage', () => {
  const found: Opportunity = {
    buyExchange: 'okx',
    sellExchange: 'bybit',
    buyPrice: 41.32,
    sellPrice: 41.6,
    grossSpreadPct: 0.677638,
    netProfitPct: 0.261638,
    netProfit: 26.16379,
    buyLimits: [1000, 30000],
    sellLimits: [500, 80000.004],
    buyMethods: ['Monobank'],
    sellMethods: ['Monobank', 'PrivatBank'],
    buyFills: [fill(41.32, 10000)],
    sellFills: [fill(41.6, 10026.16)],
  }
  const present = (opportunity: Opportunity) =>
    toArbitrageResponse({
      fiat: 'UAH',
      amount: 10000,
      transferFeeUsdt: 1,
      opportunities: [opportunity],
      sameExchange: null,
      paying: null,
    })

  test('shows the worked example to the digit', () => {
    expect(accepted(arbitrage, present(found))).toEqual({
      asset: 'USDT',
      fiat: 'UAH',
      amount: 10000,
      transfer_fee_usdt: 1,
      opportunities: [
        {
          buy_exchange: 'okx',
          sell_exchange: 'bybit',
          buy_price: 41.32,
          sell_price: 41.6,
          gross_spread_pct: 0.68,
          net_profit_pct: 0.26,
          net_profit: 26.16,
          buy_limits: [1000, 30000],
          sell_limits: [500, 80000],
          buy_methods: ['Monobank'],
          sell_methods: ['Monobank', 'PrivatBank'],
        },
      ],
    })
  })

  test('says when prices were received if that was asked for', () => {
    const facts = {
      fiat: 'UAH',
      amount: 10000,
      transferFeeUsdt: 1,
      opportunities: [],
      sameExchange: null,
      paying: null,
    }
    const asked = toArbitrageResponse({ ...facts, updatedAtMs: Date.UTC(2026, 10, 21, 10) })
    expect(accepted(arbitrage, asked)).toMatchObject({ updated_at: '2026-11-21T10:00:00.000Z' })
    expect(accepted(arbitrage, toArbitrageResponse({ ...facts, updatedAtMs: null }))).toMatchObject({
      updated_at: null,
    })
    expect(toArbitrageResponse(facts)).not.toHaveProperty('updated_at')
  })

  test('rounds the average of several ads and leaves the price of one as published', () => {
    const split = { ...found, buyPrice: 41.33591, buyFills: [fill(41.32, 1), fill(41.36, 1)], sellPrice: 41.60123 }
    expect(present(split).opportunities[0]).toMatchObject({ buy_price: 41.336, sell_price: 41.60123 })
  })
})

describe('a quote', () => {
  const deal: Execution = {
    fiat: 50000,
    usdt: 1209.5996517,
    averagePrice: 41.33599,
    worstPrice: 41.36,
    fills: [fill(41.32, 30000), fill(41.36, 20000)],
    unfilled: null,
  }
  const amount = { unit: 'fiat', value: 50000 } as const
  const sure = { level: 'high', reasons: [] } as const
  const simplest = { ...deal, usdt: 1208, fills: [fill(41.4, 50000)] }
  const plans = [
    { ...simplest, exchanges: ['binance'], gainUsdt: 0, costUsdt: 0, transferFeeUsdt: 0 },
    { ...deal, exchanges: ['binance'], gainUsdt: 1.5996517, costUsdt: 0.25, transferFeeUsdt: 0 },
  ]
  const quoted: Quote = {
    ...deal,
    side: 'BUY',
    amount,
    confidence: sure,
    plans,
    alternatives: [{ ...deal, exchange: 'okx' }],
  }
  const asked = {
    fiat: 'UAH',
    smallestTrade: null,
    updatedAtMs: Date.UTC(2026, 10, 21, 10),
    costs: { transferFeeUsdt: 1, tradeWorthUsdt: 0.25 },
  }

  test('returns the trades with their advertisers', () => {
    expect(accepted(quote, toQuoteResponse({ ...asked, quoted }))).toMatchObject({
      updated_at: '2026-11-21T10:00:00.000Z',
      transfer_fee_usdt: 1,
      trade_worth_usdt: 0.25,
      plans: [
        { recommended: false, trades: 1, exchanges: ['binance'], gain_usdt: 0, cost_usdt: 0, total_usdt: 1208 },
        {
          recommended: true,
          trades: 2,
          gain_usdt: 1.599652,
          cost_usdt: 0.25,
          transfer_usdt: 0,
          total_usdt: 1209.599652,
        },
      ],
      amount: 50000,
      amount_usdt: null,
      average_price: 41.336,
      worst_price: 41.36,
      total_fiat: 50000,
      total_usdt: 1209.599652,
      fills: [
        {
          exchange: 'binance',
          nickname: 'Honest Trader',
          price: 41.32,
          fiat: 30000,
          usdt: 726.040658,
          min_amount: 1000,
          max_amount: 30000.01,
          payment_methods: ['Monobank'],
          completed_orders: 640,
          completion_pct: 98.76,
        },
        { price: 41.36, fiat: 20000, usdt: 483.558994 },
      ],
      unfilled: null,
      confidence: { level: 'high', reasons: [] },
      alternatives: [{ exchange: 'okx', average_price: 41.336 }],
    })
  })

  test('that no ads can fill has no price and a reason', () => {
    const nothing: Execution = {
      fiat: 0,
      usdt: 0,
      averagePrice: null,
      worstPrice: null,
      fills: [],
      unfilled: { value: 7, reason: 'no_ads' },
    }
    const none: Quote = {
      ...nothing,
      side: 'SELL',
      amount: { unit: 'usdt', value: 7 },
      confidence: sure,
      plans: [],
      alternatives: [],
    }
    expect(accepted(quote, toQuoteResponse({ ...asked, quoted: none, updatedAtMs: null }))).toMatchObject({
      updated_at: null,
      plans: [],
      amount: null,
      amount_usdt: 7,
      average_price: null,
      unfilled: { amount: 7, reason: 'no_ads' },
    })
  })

  test('below every minimum names the smallest tradable amount', () => {
    const tooSmall: Quote = {
      ...deal,
      fills: [],
      averagePrice: null,
      worstPrice: null,
      unfilled: { value: 500, reason: 'below_minimum' },
      side: 'BUY',
      amount: { unit: 'fiat', value: 500 },
      confidence: { level: 'low', reasons: ['amount_does_not_fit'] },
      plans: [],
      alternatives: [],
    }
    const smallestTrade = { fromUsdt: 1300, fromFiat: 59_800, price: 46, exchange: 'okx' }
    expect(accepted(quote, toQuoteResponse({ ...asked, quoted: tooSmall, smallestTrade }))).toMatchObject({
      confidence: { level: 'low', reasons: ['amount_does_not_fit'] },
      unfilled: {
        amount: 500,
        reason: 'below_minimum',
        smallest_trade: { from_usdt: 1300, from_fiat: 59_800, price: 46, exchange: 'okx' },
      },
    })
    expect(toQuoteResponse({ ...asked, quoted, smallestTrade }).unfilled).toBe(null)
  })
})

describe('the past', () => {
  const t = Date.UTC(2026, 10, 21, 10)

  test('keeps a missing side as null, and as an empty cell in CSV', () => {
    const points = [
      { t, buy: 41.31, sell: 41.04 },
      { t: t + 300_000, buy: null, sell: 41.05 },
    ]
    const answer = toHistoryResponse({ fiat: 'UAH', exchange: 'best', hours: 24, points })
    accepted(history, answer)
    expect(answer.points[1]).toEqual({ t: '2026-11-21T10:05:00.000Z', buy: null, sell: 41.05 })
    expect(historyCsv(answer)).toBe(
      't,buy,sell\r\n2026-11-21T10:00:00.000Z,41.31,41.04\r\n2026-11-21T10:05:00.000Z,,41.05\r\n',
    )
  })

  test('without points is an empty list, and a CSV of its heading', () => {
    const answer = toHistoryResponse({ fiat: 'KGS', exchange: 'okx', hours: 1, points: [] })
    accepted(history, answer)
    expect(historyCsv(answer)).toBe('t,buy,sell\r\n')
  })

  test('comes as candles, too', () => {
    const prices = { open: 1, high: 4, low: 0.5, close: 2 }
    const bar = { t, buy: { ...prices, ads: 7 }, sell: null, points: 12 }
    const answer = toCandlesResponse({ fiat: 'UAH', exchange: 'best', interval: '1h', hours: 24, candles: [bar] })
    accepted(candles, answer)
    expect(answer.candles).toEqual([{ t: '2026-11-21T10:00:00.000Z', buy: prices, sell: null }])
    expect(candlesCsv(answer)).toBe(
      't,buy_open,buy_high,buy_low,buy_close,sell_open,sell_high,sell_low,sell_close\r\n2026-11-21T10:00:00.000Z,1,4,0.5,2,,,,\r\n',
    )
  })

  test('as candles returns ads, and the confidence of the index, on request', () => {
    const price = { open: 41, high: 41, low: 41, close: 41 }
    // The index records how many exchanges made it, and the place of its confidence.
    const bar = { t, buy: { ...price, ads: 5 }, sell: { ...price, ads: 2 }, points: 1 }
    const include = ['ads', 'confidence'] as const
    const of = (exchange: 'okx' | 'index', bars = [bar]) => {
      const answer = toCandlesResponse({ fiat: 'UAH', exchange, interval: '5m', hours: 1, candles: bars, include })
      accepted(candles, answer)
      return answer
    }
    expect(of('okx').candles[0]).toMatchObject({ buy: price, buy_ads: 5, sell_ads: 2, confidence: null })
    expect(of('index').candles[0]).toMatchObject({ buy_ads: null, sell_ads: null })
    expect(of('index').candles[0]?.confidence).toEqual({ level: confidenceLevels[2], reasons: null })
    expect(candlesCsv(of('okx'), include).split('\r\n')[0]).toMatch(/,sell_close,buy_ads,sell_ads,confidence$/)
    expect(candlesCsv(of('okx'), include).split('\r\n')[1]).toMatch(/,41,5,2,$/)
    expect(candlesCsv(of('index'), ['confidence']).split('\r\n')[1]).toMatch(/,41,[a-z]+$/)
    const halves = of('okx', [{ ...bar, buy: null as never }]).candles[0]
    expect(halves).toMatchObject({ buy: null, buy_ads: null, sell_ads: 2 })
  })
})

test('markets list the exchanges in their order, the currencies and the plan', () => {
  const answer = toMarketsResponse('Free', defaultPlans.Free, featuresOf('Free'))
  expect(accepted(markets, answer)).toMatchObject({
    asset: 'USDT',
    exchanges: exchangeIds,
    plan: { name: 'Free', monthly_quota: 5000, requests_per_minute: 10, orderbook_rows: 10, history_hours: 0 },
  })
  expect(answer.fiats.map(({ code }) => code)).toEqual(fiats)
  expect(answer.fiats[0]).toEqual({ code: 'UAH', name: 'Ukrainian Hryvnia' })
})

test('usage carries exactly the specified fields', () => {
  expect(accepted(me, toUsageResponse('p2p_7Hk2QzX9', 'Pro', defaultPlans.Pro, 1234))).toEqual({
    key_prefix: 'p2p_7Hk2QzX9',
    plan: 'Pro',
    monthly_quota: 2_000_000,
    used_this_month: 1234,
    requests_per_minute: 300,
  })
})

test('a source returns its age; one never seen has none', () => {
  const seen = {
    exchange: 'okx',
    fiat: 'UAH',
    state: 'blocked',
    reason: 'The exchange refuses requests from here.',
    observedAtMs: nowMs - 61_900,
    ads: 0,
    trustedAds: 0,
    lastError: { kind: 'blocked', message: 'Answered 403.', atMs: nowMs },
    nextAttemptAtMs: nowMs + 60_000,
    simulated: false,
  } as const
  const answer = toSourcesResponse(
    [seen, { ...seen, observedAtMs: null, lastError: null, nextAttemptAtMs: null }],
    nowMs,
  )
  expect(accepted(sources, answer)).toMatchObject({
    sources: [
      { observed_at: '2026-11-21T10:04:10.100Z', age_seconds: 61, last_error: { kind: 'blocked' } },
      { observed_at: null, age_seconds: null, last_error: null, next_attempt_at: null },
    ],
  })
})

test('the dictionary of payment methods is presented whole', () => {
  const answer = toPaymentMethodsResponse()
  accepted(paymentMethods, answer)
  expect(new Set(answer.payment_methods.map(({ id }) => id)).size).toBe(answer.payment_methods.length)
})

describe('a webhook', () => {
  const facts: WebhookInput = {
    id: 'wh_1',
    url: 'https://example.com/hook',
    event: 'spread',
    fiat: 'UAH',
    exchange: null,
    paymentMethod: null,
    threshold: 0.5,
    amount: 1000,
    hysteresis: null,
    fillAmount: null,
    confidence: null,
    holdSeconds: null,
    quietHours: null,
    digestTime: null,
    tz: 'UTC',
    expiresAtMs: null,
    description: null,
    enabled: false,
    disabledReason: 'failures',
    consecutiveFailures: 10,
    createdAtMs: nowMs,
    lastDelivery: { status: null, atMs: nowMs },
    previousSecret: { untilMs: nowMs },
  }

  test('shows its record and nothing else that is known about it', () => {
    const previousSecret = { sealed: 'hidden', untilMs: nowMs }
    const stored = { ...facts, previousSecret, sealedSecret: 'hidden', accountId: 'acc_1' }
    const answer = toWebhookResponse(stored)
    accepted(getWebhook, answer)
    expect(JSON.stringify(answer)).not.toMatch(/hidden|acc_1/)
    expect(answer).toMatchObject({
      disabled_reason: 'failures',
      consecutive_failures: 10,
      last_delivery: { status: null, at: '2026-11-21T10:05:12.000Z' },
      old_secret_expires_at: '2026-11-21T10:05:12.000Z',
    })
  })

  test('shows what became of a delivery', () => {
    const delivery: DeliveryInput = {
      id: 'dl_1',
      webhookId: 'wh_1',
      event: 'ping',
      createdAtMs: nowMs,
      state: 'pending',
      attempts: 1,
      nextAttemptAtMs: nowMs + 5000,
      lastAttemptAtMs: nowMs,
      lastStatus: null,
      lastFault: 'timeout',
      lastDurationMs: 15000.4,
    }
    expect(accepted(resendDelivery, toDeliveryResponse(delivery))).toMatchObject({
      state: 'pending',
      next_attempt_at: '2026-11-21T10:05:17.000Z',
      last_fault: 'timeout',
      last_duration_ms: 15000,
    })
  })
})
