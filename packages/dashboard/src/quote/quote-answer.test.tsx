import type { Quote, Source } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { ApiError } from '../api/api-error.js'
import { theQuote, theSources } from '../testing/known-prices.js'
import { renderPart } from '../testing/render-part.js'
import { testNowMs } from '../testing/test-services.js'
import { QuoteAnswer } from './quote-answer.js'
import { QuoteHeadline } from './quote-headline.js'
import type { QuoteInput } from './quote-input.js'

const freshQuote = (changed: Partial<Quote> = {}): Quote =>
  theQuote({ updated_at: new Date(testNowMs).toISOString(), ...changed })

function oneTrade(changed: Partial<Quote> = {}): Quote {
  const [fill] = theQuote().fills
  if (fill === undefined) throw new Error('The known quote is empty.')
  return freshQuote({ fills: [{ ...fill, fiat: 20_000, usdt: 484.26 }], average_price: 41.3, ...changed })
}

type Drawn = {
  readonly input?: Partial<QuoteInput>
  readonly sources?: readonly Source[]
  readonly error?: ApiError
}

async function drawn(quote: Quote | null, { input = {}, sources = [], error }: Drawn = {}) {
  const page = await renderPart(
    <QuoteAnswer
      fiat="UAH"
      quoteInput={{ side: 'buy', amount: '20000', unit: 'fiat', method: '', ...input }}
      quoteState={{ answer: quote, isOld: false, error: error ?? null, refetch: () => {} }}
      sources={sources}
      address="https://rates.example/market/UAH"
      onChoose={() => {}}
      onShown={() => {}}
    />,
  )
  const textOf = (selector: string) =>
    [...page.container.querySelectorAll(selector)].map(({ textContent }) =>
      textContent
        ?.replaceAll(/[\u2068\u2069]/g, '')
        .replaceAll('\u00a0', ' ')
        .trim(),
    )
  return { ...page, textOf }
}

test('the answer begins with the sum, its price and its place', async () => {
  const { textOf } = await drawn(oneTrade())
  expect(textOf('.answer-headline p')).toEqual(['You get', '484.20 USDT', 'at 41.30 UAH each, in 1 trade on OKX'])
  expect(textOf('.open-ad')).toEqual(['Open this ad on OKX'])
})

test.each([
  [{}, 'You get', '484.20 USDT'],
  [{ amount: null, amount_usdt: 484.2 }, 'You pay', '20,000 UAH'],
  [{ side: 'SELL' }, 'You give', '484.20 USDT'],
  [{ side: 'SELL', amount: null, amount_usdt: 484.2 }, 'You get', '20,000 UAH'],
] as const)('each side and unit has its own lead: %o', async (changed, lead, sum) => {
  const { textOf } = await drawn(freshQuote(changed))
  expect(textOf('.answer-headline p').slice(0, 2)).toEqual([lead, sum])
})

test('three lines say why to believe it', async () => {
  const { textOf } = await drawn(oneTrade())
  expect(textOf('.believe h2')).toEqual(['Can I believe it? Yes'])
  expect(textOf('.believe li')).toEqual([
    'Taras obmin: 640 orders, 98.7 % completed',
    expect.stringMatching(/^takes Monobank, 500 – 30,000 UAH, seen now$/),
    'the next exchange, Binance, gives 0.18 USDT less',
  ])
})

test('each reason of doubt is a line, and an unknown reason is shown as it is', async () => {
  const reasons = ['ahead_of_others', 'crossed_market', 'full_moon']
  const { textOf } = await drawn(oneTrade({ confidence: { level: 'medium', reasons } }))
  expect(textOf('.believe h2')).toEqual(['Can I believe it? Fairly: 3 things to know'])
  expect(textOf('.believe .doubtful')).toEqual([
    'No other exchange comes near the best price: the next exchange, Binance, gives 0.18 USDT less',
    'Buy prices are below sell prices on one exchange and payment rail.',
    'full moon',
  ])
})

test('low confidence looks different, and the ad is no main action', async () => {
  const quote = oneTrade({ confidence: { level: 'low', reasons: ['little_evidence'] } })
  const { container, textOf } = await drawn(quote)
  expect(textOf('.believe.low h2')).toEqual(['Can I believe it? Hardly: 1 thing to know'])
  expect(textOf('.open-ad')).toEqual(['Open this ad on OKX anyway'])
  expect(container.querySelectorAll('.button.main')).toHaveLength(0)
})

test('a missing record is a doubt', async () => {
  const [fill] = oneTrade().fills
  if (fill === undefined) throw new Error('The known quote is empty.')
  const { textOf } = await drawn(oneTrade({ fills: [{ ...fill, completed_orders: null, completion_pct: null }] }))
  expect(textOf('.believe .doubtful')).toEqual(['Taras obmin: no record shown'])
})

test('other exchanges follow by loss, and one without an answer says why', async () => {
  const { container, textOf } = await drawn(oneTrade(), { sources: theSources().sources })
  expect(textOf('.elsewhere li')).toEqual([
    'OKX484.20 best',
    'Binance484.02 −0.18',
    'Bitget483.32 −0.88',
    'Bybit blocked',
    'MEXC excluded',
    'KuCoin stale',
  ])
  const widths = [...container.querySelectorAll<HTMLElement>('.loss i')].map((bar) =>
    Number.parseFloat(bar.style.inlineSize),
  )
  expect(widths.map(Math.round)).toEqual([20, 100])
})

test('without a trade the page says so, and offers no ad', async () => {
  const none = { average_price: null, worst_price: null, total_fiat: 0, total_usdt: 0, fills: [], alternatives: [] }
  const quote = freshQuote({ ...none, unfilled: { amount: 20_000, reason: 'no_ads' } })
  const { textOf } = await drawn(quote, { sources: theSources().sources })
  expect(textOf('.answer-none')).toEqual(['Nothing can be traded.'])
  expect(textOf('.answer-now p').join(' ')).toContain('No trusted ad takes this payment method.')
  expect(textOf('.elsewhere li')[0]).toBe('Binanceno trusted ad takes it')
  expect(textOf('.open-ad, .believe')).toEqual([])
})

test('an outdated answer warns, and a server without fresh prices shows none', async () => {
  const old = oneTrade({ updated_at: new Date(testNowMs - 700_000).toISOString() })
  expect((await drawn(old)).textOf('.is-bad')).toEqual(['This price is no longer fresh. Do not trade on it.'])
  const { textOf } = await drawn(old, { error: new ApiError({ code: 'data_unavailable', status: 503 }) })
  expect(textOf('.answer')).toEqual([])
  expect(textOf('.banner').join()).toContain('There is no fresh price for UAH at the moment.')
})

test('an ad without an address is shown in the order book', async () => {
  const [fill] = oneTrade().fills
  if (fill === undefined) throw new Error('The known quote is empty.')
  const quote = oneTrade({ fills: [{ ...fill, url: null }] })
  const { container } = await drawn(quote, { input: { method: 'monobank' } })
  const link = container.querySelector('.open-ad')
  expect(link?.getAttribute('href')).toBe('/ads/UAH/okx/buy?method=monobank&amount=20000')
})

test('of several trades, the largest is described, and the order book shows the first', async () => {
  const [fill] = oneTrade().fills
  if (fill === undefined) throw new Error('The known quote is empty.')
  const fills = [
    { ...fill, url: null, nickname: 'Small', usdt: 84.26 },
    { ...fill, url: null, usdt: 400 },
  ]
  const { textOf } = await drawn(oneTrade({ fills }))
  expect(textOf('.believe li')[0]).toBe('Largest of 2 trades, Taras obmin: 640 orders, 98.7 % completed')
  expect(textOf('.open-ad')).toEqual(['Show the first ad in the order book'])
})

test('a price at the official rate is called equal to it', async () => {
  const { bootstrap } = (await renderPart(null)).services
  const answers = { '/index?fiat=UAH': { official: { rate: 41.3 }, value: 41 } }
  const { container } = await renderPart(<QuoteHeadline quote={oneTrade({ average_price: 41.3001 })} />, {
    bootstrap: { ...bootstrap, answers },
  })
  expect(container.querySelector('.compared')?.textContent).toBe('equal to the official rate of 41.30')
})

test('a long list of trades ends with a line that shows the rest', async () => {
  const [fill] = theQuote().fills
  if (fill === undefined) throw new Error('The known quote is empty.')
  const plan = { recommended: true, trades: 11, exchanges: ['okx'], gain_usdt: 0, cost_usdt: 0, transfer_usdt: 0 }
  const fills = Array.from({ length: 11 }, (_, at) => ({ ...fill, price: 41 + at / 100 }))
  const { average_price, worst_price, total_fiat, total_usdt } = theQuote()
  const whole = { ...plan, average_price, worst_price, total_fiat, total_usdt, fills }
  const { container, actAndWait } = await drawn(freshQuote({ fills, plans: [whole] }))
  const trades = () => container.querySelectorAll('.answer-trades tbody tr').length
  expect(trades()).toBe(8)
  const [more] = [...container.querySelectorAll('button')].filter(
    ({ textContent }) => textContent === 'Show 3 more trades',
  )
  await actAndWait(() => more?.click())
  expect(trades()).toBe(11)
})

test('the simplest way leads, the recommended trades are shown, and a click shows those of another plan', async () => {
  const quote = freshQuote()
  const [first] = quote.fills
  if (first === undefined) throw new Error('The known quote is empty.')
  const cedar = { ...first, exchange: 'bitget', nickname: 'CedarDesk', price: 41.35, fiat: 20_000, usdt: 483.675937 }
  const money = { average_price: 41.35, worst_price: 41.35, total_fiat: 20_000, total_usdt: 483.675937 }
  const { average_price, worst_price, total_fiat, total_usdt, fills } = quote
  const plans: Quote['plans'] = [
    {
      recommended: false,
      trades: 1,
      exchanges: ['bitget'],
      gain_usdt: 0,
      cost_usdt: 0,
      transfer_usdt: 0,
      ...money,
      fills: [cedar],
    },
    {
      recommended: true,
      trades: 2,
      exchanges: ['okx', 'binance'],
      gain_usdt: 0.526965,
      cost_usdt: 0.25,
      transfer_usdt: 1,
      ...{ average_price, worst_price, total_fiat, total_usdt, fills },
    },
  ]
  const { container, textOf, actAndWait } = await drawn(freshQuote({ plans }))
  const buttons = () => [...container.querySelectorAll<HTMLButtonElement>('.plan')]
  expect(textOf('.plan')).toEqual([
    '1 trade 483.675937 USDT from CedarDesk on Bitget',
    '2 trades +0.53 on 2 exchanges, less 1 USDT to move',
  ])
  expect(buttons().map((button) => button.getAttribute('aria-pressed'))).toEqual(['false', 'true'])
  expect(textOf('.answer-sum')).toEqual(['484.20 USDT'])
  await actAndWait(() => buttons()[0]?.click())
  expect(buttons().map((button) => button.getAttribute('aria-pressed'))).toEqual(['true', 'false'])
  expect(textOf('.answer-sum')).toEqual(['483.67 USDT'])
})

test('the bound for 9 of 10 cases follows, or the reason why there is none', async () => {
  const bounds = { price: 41.3, coverage: 0.9, basis: 'simulation', first_honoured_pct: 84 } as const
  const lastLine = async (interval: NonNullable<Quote['interval']>) =>
    (await drawn(oneTrade({ interval }))).textOf('.answer-now > p').at(-1)
  expect(await lastLine({ ...bounds, low: 41.3, high: 41.4, reason: null })).toBe(
    'In 9 of 10 cases you get at least 483.09 USDT. First order succeeds: 84 %. Track record',
  )
  expect(await lastLine({ ...bounds, low: null, high: null, reason: 'too_few_ads' })).toBe(
    'There are too few ads for a bound that holds in 9 of 10 cases.',
  )
})
