import { expect, test } from 'vitest'
import { renderPart } from '../testing/render-part.js'
import { PriceCard } from './price-card.js'

test('a price has the decimals of the prices next to it, and its own if they are more', async () => {
  const shown = async (price: number, decimals: number) => {
    const { container } = await renderPart(
      <PriceCard side="buy" fiat="EUR" price={price} decimals={decimals} state="live" />,
    )
    return container.querySelector('.digits [aria-hidden]')?.textContent
  }
  expect([await shown(0.86, 3), await shown(0.858, 2)]).toEqual(['0.860 EUR', '0.858 EUR'])
})
