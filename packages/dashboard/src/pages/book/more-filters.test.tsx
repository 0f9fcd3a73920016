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

test('orders are whole, and no completion exceeds all of them', async () => {
  const { write, type } = await open({})
  await write('Min. orders', '100.9')
  expect(type).toHaveBeenLastCalledWith({ orders: '100' })
  await write('Min. orders', '0.5')
  expect(type).toHaveBeenLastCalledWith({ orders: '' })
  await write('Min. completion, %', '250')
  expect(type).toHaveBeenLastCalledWith({ completion: '100' })
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
