import { expect, test, vi } from 'vitest'
import { renderPart } from '../../testing/render-part.js'
import { QuoteSidebar } from './quote-sidebar.js'
import { type BookState, bookRoute } from './route.js'

async function besideOf(change: Partial<BookState>) {
  const view = { ...bookRoute.presets, ...change }
  const choose = vi.fn()
  const page = await renderPart(<QuoteSidebar view={view} choose={choose} hasQuote version={0} pricesAtMs={null} />)
  return { ...page, box: page.container.querySelector('.quote') as HTMLElement }
}

test('the quote box has no fields of its own for what the filters say', async () => {
  const { box } = await besideOf({ amount: '20000', method: 'monobank' })
  expect(box.querySelectorAll('input:not([type=radio]), select, .picker')).toHaveLength(0)
  expect([...box.querySelectorAll('label')].map(({ textContent }) => textContent)).toEqual(['Binance', 'All exchanges'])
})

test('without an amount in the filters it says what an amount shows', async () => {
  const { box } = await besideOf({})
  expect(box.textContent).toContain('Type an amount')
  expect(box.querySelectorAll('input')).toHaveLength(0)
})
