import { type Fixings, fixings, index, type Premium, premium } from '@p2p-rates/contract'
import { expect, test, vi } from 'vitest'
import type { Ask } from '../../api/ask.js'
import { drawn } from '../../testing/drawn.js'
import { Reference } from './reference.js'

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
  const page = await drawn(<Reference fiat="UAH" version={0} />, {
    ask: { at, open: vi.fn(), preloaded: () => null, changes: () => 0 } as unknown as Ask,
  })
  const { place } = page
  expect(at.mock.calls.map(([address]) => address)).toEqual(['GET /index'])
  await page.after(() => {
    for (const one of place.querySelectorAll('button')) if (one.textContent?.startsWith('Show the last')) one.click()
  })
  await expect.poll(() => place.querySelectorAll('tbody tr').length).toBe(2)
  await expect.poll(() => place.querySelectorAll('tbody code').length).toBe(1)
  const digest = place.querySelector('tbody code')
  expect(digest?.textContent).toBe(`${'c'.repeat(12)}…`)
  expect(digest?.closest('button')?.title).toContain(link.digest)
  expect(place.textContent).toContain('p2p index days UAH --verify')
})
