import { type Fixings, fixings, index, type Premium, premium } from '@p2p-rates/contract'
import { expect, test, vi } from 'vitest'
import { renderPart } from '../../testing/render-part.js'
import { apiOf } from '../../testing/test-services.js'
import { ReferencePrice } from './reference-price.js'

test('each day shows the digest of its last fixing and leads to the one before; a day without one shows none', async () => {
  const [day] = (premium.example as Premium).days
  const [link] = (fixings.example as Fixings).fixings
  if (day === undefined || link === undefined) throw new Error('The examples have no day.')
  const corrected = { ...link, day: day.day, previous_digest: link.digest, digest: 'c'.repeat(64) }
  const answers = new Map<string, unknown>([
    ['GET /index', index.example],
    ['GET /index/premium', { ...premium.example, days: [day, { ...day, day: '2026-11-01' }] }],
    ['GET /index/fixings', { ...fixings.example, fixings: [{ ...link, day: day.day }, corrected] }],
  ])
  const at = vi.fn(async (address: string) => answers.get(address))
  const page = await renderPart(<ReferencePrice fiat="UAH" version={0} />, {
    api: apiOf(at),
  })
  const { container } = page
  expect(at.mock.calls.map(([address]) => address)).toEqual(['GET /index'])
  expect(container.textContent).toContain('1 USDT = 0.9998 USD (Kraken, ')
  await page.actAndWait(() => {
    for (const one of container.querySelectorAll('button'))
      if (one.textContent?.startsWith('Show the last')) one.click()
  })
  await expect.poll(() => container.querySelectorAll('tbody tr').length).toBe(2)
  await expect.poll(() => container.querySelectorAll('tbody code').length).toBe(1)
  const digest = container.querySelector('tbody code')
  expect(digest?.textContent).toBe(`${'c'.repeat(12)}…`)
  expect(digest?.closest('button')?.title).toContain(link.digest)
  expect(container.textContent).toContain('p2p index days UAH --verify')
})
