import { toPaymentMethodsResponse } from '@p2p-rates/contract'
import { expect, test, vi } from 'vitest'
import { renderPart } from '../../testing/render-part.js'
import { MoreFilters } from './more-filters.js'
import { type BookState, bookRoute } from './route.js'

const open = async (view: Partial<BookState>) => {
  const [choose, type] = [vi.fn(), vi.fn()]
  const answers = { '/payment-methods': toPaymentMethodsResponse() }
  const { bootstrap } = (await renderPart(null)).services
  const page = await renderPart(<MoreFilters view={{ ...bookRoute.presets, ...view }} choose={choose} type={type} />, {
    bootstrap: { ...bootstrap, answers },
  })
  const write = (label: string, text: string) => page.typeInto(`[aria-label="${label}"]`, text)
  return { ...page, choose, type, write }
}

test('they are folded away until one of them holds', async () => {
  expect((await open({})).container.querySelector('details')?.open).toBe(false)
  expect((await open({ orders: '10' })).container.querySelector('details')?.open).toBe(true)
})

test('each way to pay is named and can be taken out by itself', async () => {
  const { container, choose, actAndWait } = await open({ without: 'monobank,Cash in hand' })
  const out = [...container.querySelectorAll<HTMLButtonElement>('button[aria-label]')]
  expect(out.map((button) => button.getAttribute('aria-label'))).toEqual([
    expect.stringMatching(/^Exclude monobank$/i),
    'Exclude Cash in hand',
  ])
  await actAndWait(() => out[0]?.click())
  expect(choose).toHaveBeenLastCalledWith({ without: 'Cash in hand' })
})

test('an impossible least number empties its filter, which stays open with the mistake', async () => {
  const { container, rerender, write, type } = await open({ orders: '100' })
  for (const text of ['100.9', '0.5', '10000000']) {
    await write('Min. orders', text)
    expect(type).toHaveBeenLastCalledWith({ orders: '' })
  }
  await rerender(<MoreFilters view={bookRoute.presets} choose={() => {}} type={type} />)
  expect(container.querySelector('details')?.open).toBe(true)
  expect(container.querySelector('.is-bad')?.textContent).toBe('Type a whole number up to 9,999,999.')
  await write('Min. completion, %', '250')
  expect(type).toHaveBeenLastCalledWith({ completion: '' })
})

test('the address keeps chosen values, and drops meaningless ones', () => {
  const state = {
    ...bookRoute.presets,
    also: 'wise,revolut',
    without: 'Cash in hand',
    orders: '100',
    completion: '97.5',
  }
  const url = new URL(bookRoute.print(state), 'https://rates.example')
  expect(bookRoute.read(url)).toEqual(state)
  const odd = new URL('/ads/UAH/binance/buy?orders=-1&completion=101', url)
  expect(bookRoute.read(odd)).toMatchObject({ orders: '', completion: '' })
})
