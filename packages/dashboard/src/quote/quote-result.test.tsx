import type { Quote } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { theQuote } from '../testing/known-prices.js'
import { renderPart } from '../testing/render-part.js'
import { QuoteResult } from './quote-result.js'

const drawnQuote = async (quote: Quote, isNarrow = false) =>
  renderPart(
    <QuoteResult
      fiat="UAH"
      quoteInput={{ side: 'buy', amount: '20000', unit: 'fiat', method: '', exchange: null }}
      quoteState={{ answer: quote, isOld: false, error: null, refetch: () => {} }}
      pricesAtMs={null}
      isNarrow={isNarrow}
      onChoose={() => {}}
    />,
  )

test.each([false, true])(
  'a long list of trades ends with a line that shows the rest (narrow: %s)',
  async (isNarrow) => {
    const [fill] = theQuote().fills
    if (fill === undefined) throw new Error('The known quote is empty.')
    const quote = theQuote({ fills: Array.from({ length: 11 }, (_, at) => ({ ...fill, price: 41 + at / 100 })) })
    const page = await drawnQuote(quote, isNarrow)
    const trades = () => page.container.querySelectorAll('.deal tbody tr, .trade-list li').length
    expect(trades()).toBe(8)
    const [more] = [...page.container.querySelectorAll('button')].filter(
      ({ textContent }) => textContent === 'Show 3 more trades',
    )
    await page.actAndWait(() => more?.click())
    expect(trades()).toBe(11)
  },
)

test('confidence says why, one sentence for each reason, and an unknown reason is shown as it is', async () => {
  const reasons = ['ahead_of_others', 'crossed_market', 'full_moon']
  const { container } = await drawnQuote(theQuote({ confidence: { level: 'medium', reasons } }))
  expect(container.querySelector('.doubts b')?.textContent).toBe('Confidence medium')
  expect([...container.querySelectorAll('.doubts li')].map((item) => item.textContent)).toEqual([
    'No other exchange comes near the best price.',
    'Buy prices are below sell prices on one exchange and payment rail.',
    'full moon',
  ])
})

test.each([false, true])('the record and the limits are next to the name (narrow: %s)', async (isNarrow) => {
  const [fill] = theQuote().fills
  if (fill === undefined) throw new Error('The known quote is empty.')
  const unknown = { ...fill, completed_orders: null, completion_pct: null }
  const { container } = await drawnQuote(theQuote({ fills: [fill, unknown] }), isNarrow)
  expect([...container.querySelectorAll('.track-record')].map((line) => line.textContent)).toEqual([
    '640 orders · 98.7\u00a0% · 500\u00a0–\u00a030,000\u00a0UAH',
    'no record shown · 500\u00a0–\u00a030,000\u00a0UAH',
  ])
})

test('the simplest way leads, the recommended trades are shown, and a click shows those of another plan', async () => {
  const quote = theQuote()
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
  const page = await drawnQuote(theQuote({ plans }))
  const buttons = () => [...page.container.querySelectorAll<HTMLButtonElement>('.plans button')]
  expect(buttons().map((button) => button.textContent?.replace(/[\u2068\u2069]/g, ''))).toEqual([
    '1 trade 483.675937 USDT from CedarDesk on Bitget',
    '2 trades +0.53 on 2 exchanges, less 1 USDT to move',
  ])
  expect(buttons().map((button) => button.getAttribute('aria-pressed'))).toEqual(['false', 'true'])
  expect(page.container.querySelector('.deal .lead')?.textContent).toContain('484.202902')
  await page.actAndWait(() => buttons()[0]?.click())
  expect(buttons().map((button) => button.getAttribute('aria-pressed'))).toEqual(['true', 'false'])
  expect(page.container.querySelector('.deal .lead')?.textContent).toContain('483.675937')
})
