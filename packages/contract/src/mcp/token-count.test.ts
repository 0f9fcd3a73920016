import { createRandom } from '@p2p-rates/core/internal'
import { checkEach } from '@p2p-rates/core/testing'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../endpoint/define-endpoint.js'
import type {
  Arbitrage,
  ChosenTransfer,
  History,
  Orderbook,
  PriceAt,
  Quote,
  Rates,
  ReferenceIndex,
  Sources,
  Stats,
} from '../generated/types.js'
import { allTools, listedTools, toolInstructions } from './all-tools.js'
import { answerTool, mostTokens, toolNamed } from './call-tool.js'
import { countTokens } from './token-count.js'
import { transferInWords } from './transfer-in-words.js'

/** The most that the vocabularies o200k, cl100k and Claude 2 make of these, measured once. */
const measured: readonly (readonly [text: string, tokens: number])[] = [
  ['10:05 41.32 41.04\n10:10 41.3 -\n10:15 41.325 41.1', 31],
  ['11-21 17891 17790\n11-22 0.86812 0.86', 22],
  ['binance: you buy at 46.14 (36 ads), you sell at 46.14 (26 ads), 71 s ago', 29],
  [
    '1. okx, ad of «Łąka45»: 49000 UAH for 1059.688581 USDT at 46.24; takes 1900 to 49000 UAH; Monobank, Wise; 900 orders, 100% completed',
    60,
  ],
  ['«Швидкий Лис 🦊», «诚信商家», «Giao dịch nhanh», «تاجر موثوق», «სანდო ვაჭარი»', 67],
  ['«xkqjzvwp», «QWRTPSDF», «aZbYcXdW1q2», «🍋 Swap 🧭»', 39],
  [
    'Ads of one exchange and side now, best price first: limits, ways to pay, record, and whether each is trusted or why not.',
    29,
  ],
  [
    '{"name":"get_quote","inputSchema":{"type":"object","properties":{"side":{"type":"string","enum":["BUY","SELL"]}},"additionalProperties":false}}',
    37,
  ],
  ['AMD Armenian Dram, MDL Moldovan Leu, AZN Azerbaijani Manat, KGS Kyrgyzstani Som, VND Vietnamese Dong', 32],
]

test('no vocabulary makes more tokens of these texts', () =>
  checkEach(measured, ([text, tokens]) => {
    expect(countTokens(text)).toBeGreaterThanOrEqual(tokens)
  }))

test('the list of tools and its introduction take at most 1,500 tokens', () => {
  expect(listedTools).toHaveLength(10)
  expect(countTokens(JSON.stringify(listedTools)) + countTokens(toolInstructions)).toBeLessThanOrEqual(1_500)
})

const asked = (answers: Readonly<Record<string, unknown>>) => ({
  ask: async <Answer>(endpoint: Endpoint<Answer>) => (answers[endpoint.name] ?? endpoint.example) as Answer,
  isSimulated: () => true,
})
const told = async (name: string, answers: Readonly<Record<string, unknown>>) => {
  const tool = toolNamed(name)
  if (tool === null) throw new Error(name)
  const outcome = await answerTool(tool, {}, asked(answers))
  if ('problem' in outcome) throw new Error(outcome.problem.message)
  return outcome.answer
}
const exampleOf = <Answer>(name: string): Answer => {
  const endpoint = allTools.flatMap(({ endpoints }) => endpoints).find((one) => one.name === name)
  return endpoint?.example as Answer
}

describe('an answer takes at most 1,000 tokens', () => {
  const seed = Number(process.env.SEED)
  const random = createRandom(seed)

  test('of each tool, by its example', () =>
    checkEach(
      allTools.map(({ name }) => name),
      async (name) => {
        expect(countTokens(await told(name, {}))).toBeLessThanOrEqual(mostTokens)
      },
    ))

  test('forty-eight points of any depth, none of them cut', () =>
    checkEach(
      [
        ['a day', 24, 1],
        ['two days', 48, 1],
        ['a month', 720, 1],
        ['a year', 8_760, 1],
        ['a year of prices in thousands', 8_760, 20_000],
        ['two days of small prices', 48, 0.01],
      ] as const,
      async ([_, hours, scale]) => {
        const points = Array.from({ length: 48 }, (__, place) => ({
          t: new Date(Date.UTC(2026, 10, 21) - ((48 - place) * hours * 3_600_000) / 48).toISOString(),
          buy: scale * (1 + random.next()),
          sell: scale * (1 + random.next()),
        }))
        const stats = {
          ...exampleOf<Stats>('stats'),
          cheapest_hours_kyiv: [5, 6, 7].map((hour) => ({ hour, delta_pct: -1.25 })),
        }
        const text = await told('get_price_history', {
          history: { ...exampleOf<History>('history'), hours, points },
          stats,
        })
        expect({ seed, tokens: countTokens(text) <= mostTokens, isCut: text.includes('(cut') }).toEqual({
          seed,
          tokens: true,
          isCut: false,
        })
      },
    ))

  test('a long nickname is cut at the end of a line, with a mark', async () => {
    const example = exampleOf<Quote>('quote')
    const [fill] = example.fills
    const fills = Array.from({ length: 40 }, () => ({
      ...fill,
      nickname: '🔥'.repeat(300),
      price: 123_456.789_123,
      payment_methods: ['Raiffeisen Bank Ukraine', 'Bank Transfer', 'Sense Bank', 'x'.repeat(5_000)],
    }))
    const quoted = await told('get_quote', { quote: { ...example, fills, alternatives: [] } })
    expect(countTokens(quoted)).toBeLessThanOrEqual(mostTokens)

    const book = exampleOf<Orderbook>('orderbook')
    const ads = Array.from({ length: 10 }, () => ({ ...book.ads[0], nickname: '🔥'.repeat(300) }))
    const listed = await told('get_orderbook', { orderbook: { ...book, ads } })
    expect(countTokens(listed)).toBeLessThanOrEqual(mostTokens)
    expect(listed).toMatch(/\n\(cut: this is all that fits\)$/)
    const ofAll = {
      ...book,
      exchange: 'all',
      missing_exchanges: [],
      ads: ads.map((ad) => ({ ...ad, exchange: 'binance' })),
    }
    expect(countTokens(await told('get_orderbook', { orderbook: ofAll }))).toBeLessThanOrEqual(mostTokens)
  })

  test('whatever a server says of its sources', async () => {
    const [source] = exampleOf<Sources>('sources').sources
    const all = Array.from({ length: 30 }, () => ({ ...source, state: 'held_out', reason: 'ab '.repeat(3_000) }))
    expect(countTokens(await told('check_sources', { sources: { sources: all } }))).toBeLessThanOrEqual(mostTokens)
  })
})

test('sources come with the track record, and without it if the history cannot be read', async () => {
  expect(await told('check_sources', {})).toContain('best prices still there at the next look 94.98% of 558; after 15')
  const failing = {
    ...asked({}),
    ask: async <Answer>(endpoint: Endpoint<Answer>) => {
      if (endpoint.name === 'track-record') throw new Error('no history')
      return endpoint.example as Answer
    },
  }
  const tool = toolNamed('check_sources')
  const outcome = tool && (await answerTool(tool, {}, failing))
  expect(outcome).toMatchObject({ answer: expect.stringMatching(/Sources of UAH(?!.*Track record)/s) })
})

test.each([
  ['convert_money', {}, '10000 UAH become 114331.46 KZT: 11.4331 KZT for 1 UAH after all costs.'],
  [
    'convert_money',
    {
      convert: {
        ...exampleOf<object>('convert'),
        received: null,
        unfilled: { leg: 'sell', amount: 5, reason: 'no_ads' },
      },
    },
    '10000 UAH cannot all be converted to KZT. 5 USDT stay over: no trusted ad is there.',
  ],
  ['get_reference_price', {}, '1 USDT is worth 41.185 UAH; buying costs 41.36, selling brings 41.01. Confidence high.'],
])('%s returns the answer of its endpoint', async (name, answers, expected) => {
  expect(await told(name, answers)).toContain(expected)
})

test('find_arbitrage names the network of each round trip with the automatic fee', async () => {
  const tool = toolNamed('find_arbitrage')
  const arbitrage = exampleOf<Arbitrage>('arbitrage')
  const transfer = { ...unknownTransfer, state: 'open', network: 'TRC20', fee_usdt: 0.44 }
  const opportunities = [transfer, unknownTransfer].map((each) => ({ ...arbitrage.opportunities[0], transfer: each }))
  const { ask } = asked({ arbitrage: { ...arbitrage, opportunities } })
  const lines = await tool?.run({ transfer_fee_usdt: 'auto' }, ask)
  expect(lines?.slice(0, 3)).toEqual([
    'Round trips with 10000 UAH, each with the fee of its cheapest open network:',
    expect.stringContaining(', moving USDT on TRC20 costs 0.44 USDT, '),
    expect.stringContaining(', network and fee of the transfer unknown, 1 USDT assumed, '),
  ])
})

const unknownTransfer: ChosenTransfer = {
  state: 'unknown',
  network: null,
  fee_usdt: 1,
  least_usdt: null,
  closed_networks: [],
  observed_at: null,
  source: null,
  stale: null,
}

test.each([
  [
    { ...unknownTransfer, state: 'open', network: 'TRC20', stale: true },
    'moving USDT on TRC20 costs 1 USDT (old figure)',
  ],
  [
    { ...unknownTransfer, state: 'closed', closed_networks: ['TRC20', 'BEP20'] },
    'all known networks closed (TRC20, BEP20), 1 USDT assumed',
  ],
] as const)('an old figure and closed networks are named: %j', (transfer, expected) => {
  expect(transferInWords(1, transfer)).toBe(expected)
})

test('get_reference_price returns USDT/USD with source and time, and no line without a reading', async () => {
  const usdtUsd = { rate: 0.9998, source: 'Kraken', observed_at: '2026-11-21T10:02:00.000Z' }
  const index = { ...exampleOf<ReferenceIndex>('index'), usdt_usd: usdtUsd }
  expect((await told('get_reference_price', { index })).split('\n')).toContain(
    'Kraken, 2026-11-21T10:02:00.000Z: 1 USDT = 0.9998 USD. These prices are not corrected by it.',
  )
  const { usdt_usd: _, ...ofOlderServer } = index
  for (const unknown of [{ ...index, usdt_usd: null }, ofOlderServer])
    expect(await told('get_reference_price', { index: unknown })).not.toContain('USD. These prices')
})

test('get_reference_price returns the recorded index and best prices of an instant, or the reason for none', async () => {
  const tool = toolNamed('get_reference_price')
  const recorded = exampleOf<PriceAt>('price')
  const ask = async <Answer>(_: Endpoint<Answer>, query: Readonly<Record<string, string | undefined>>) =>
    (query.exchange === 'index'
      ? { ...recorded, buy: null, sell: null, reason: 'before_coverage' }
      : recorded) as Answer
  expect(await tool?.run({ fiat: 'UAH', at: recorded.at }, ask)).toEqual([
    '1 USDT in the 5 minutes from 2026-11-21T10:05:00.000Z:',
    'Reference index: no price, recording began later.',
    'Best of all exchanges: buying cost 41.32 UAH, selling brought 41.05 UAH (5 exchanges).',
  ])
})

test('ten ads and six trades of ordinary names are returned in full', async () => {
  const book = exampleOf<Orderbook>('orderbook')
  const ads = Array.from({ length: 10 }, () => ({
    ...book.ads[0],
    nickname: 'Швидкий Лис 🦊',
    payment_methods: ['Monobank', 'Raiffeisen Bank Ukraine', 'izibank', 'PUMB', 'Wise'],
  }))
  expect(await told('get_orderbook', { orderbook: { ...book, ads } })).not.toContain('(cut')
  const example = exampleOf<Quote>('quote')
  const fills = Array.from({ length: 40 }, () => ({ ...example.fills[0], nickname: 'Швидкий Лис 🦊' }))
  const alternatives = Array.from({ length: 7 }, () => ({ ...example, exchange: 'binance' }))
  const quoted = await told('get_quote', { quote: { ...example, fills, alternatives } })
  expect(quoted).not.toContain('(cut')
  expect(quoted).toContain('and 34 more trades.')
})

test('doubts of a price come with it: in rates with the more reliable price, in round trips at their leg', async () => {
  const doubted = { level: 'low', reasons: ['ahead_of_others'] }
  const rates = {
    ...exampleOf<Rates>('rates'),
    confidence: { buy: { ...doubted, surer: { price: 41.4, exchange: 'mexc', level: 'high' } }, sell: doubted },
  }
  expect(await told('get_rates', { rates })).toMatch(
    /Confidence low\. No other exchange [^\n]* Surer: 41\.4 on mexc\.\n/,
  )
  const arbitrage = exampleOf<Arbitrage>('arbitrage')
  const confidence = { buy: { level: 'medium', reasons: [] }, sell: doubted }
  const opportunities = Array.from({ length: 6 }, () => ({ ...arbitrage.opportunities[0], confidence }))
  const trips = await told('find_arbitrage', { arbitrage: { ...arbitrage, opportunities } })
  expect(trips).toMatch(/you buy on [^\n]*; medium confidence\), you sell on [^\n]*; Low confidence: no other exchange/)
  expect(trips).not.toContain('(cut')
  expect(await told('find_arbitrage', {})).not.toMatch(/confidence/)
})
