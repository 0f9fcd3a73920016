import { expect, test } from 'vitest'
import { drawn } from '../testing/drawn.js'
import { theQuote } from '../testing/known-prices.js'
import { QuoteResult } from './quote-result.js'

test.each([false, true])(
  'a long list of trades ends with a line that shows the rest (narrow: %s)',
  async (isNarrow) => {
    const [fill] = theQuote().fills
    if (fill === undefined) throw new Error('The known quote is empty.')
    const quote = theQuote({ fills: Array.from({ length: 11 }, (_, at) => ({ ...fill, price: 41 + at / 100 })) })
    const page = await drawn(
      <QuoteResult
        fiat="UAH"
        wish={{ side: 'buy', amount: '20000', unit: 'fiat', method: '', exchange: null }}
        asked={{ answer: quote, isOld: false, error: null, again: () => {} }}
        pricesAtMs={null}
        isNarrow={isNarrow}
        onChoose={() => {}}
        onType={() => {}}
      />,
    )
    const trades = () => page.place.querySelectorAll('.deal tbody tr, .trade-list li').length
    expect(trades()).toBe(8)
    const [more] = [...page.place.querySelectorAll('button')].filter(
      ({ textContent }) => textContent === 'Show 3 more trades',
    )
    await page.after(() => more?.click())
    expect(trades()).toBe(11)
  },
)
