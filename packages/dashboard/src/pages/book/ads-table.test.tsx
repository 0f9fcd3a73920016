import { expect, test } from 'vitest'
import { renderPart } from '../../testing/render-part.js'
import { toAdWithTrust } from './ad-with-trust.js'
import { AdsTable } from './ads-table.js'
import { rowsOf } from './stable-row-order.js'

test('a comma stays with the way to pay before it, and no line can begin with one', async () => {
  const ad = toAdWithTrust({
    price: 40,
    min_amount: 1_000,
    max_amount: 30_000,
    payment_methods: ['Monobank', 'PrivatBank', 'PUMB', 'A-Bank'],
    completed_orders: 640,
    completion_rate: 99,
    nickname: 'Honest Trader',
    trusted: true,
  })
  const page = await renderPart(
    <AdsTable exchange="okx" fiat="UAH" side="buy" amount={null} rows={rowsOf([ad])} best={null} isOld={false} />,
  )
  const methods = page.container.querySelector('.methods')
  expect(methods?.textContent).toBe('Monobank, PrivatBank +2')
  expect([...(methods?.querySelectorAll('.nowrap:not(.faint)') ?? [])].map((one) => one.textContent)).toEqual([
    'Monobank,',
    'PrivatBank',
  ])
})
