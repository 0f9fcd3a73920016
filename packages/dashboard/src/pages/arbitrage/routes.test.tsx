// @vitest-environment happy-dom
import { arbitrage } from '@p2p-rates/contract'
import { expect, onTestFinished, test } from 'vitest'
import { createTimes } from '../../formats/times.js'
import { drawn } from '../../testing/drawn.js'
import { Routes } from './routes.js'

const [trip] = arbitrage.example.opportunities
if (trip === undefined) throw new Error('The example has no trip.')

const open = async (since: string | null | undefined) => {
  const { since: _, ...bare } = trip
  const one = since === undefined ? bare : { ...bare, since }
  const page = await drawn(<Routes caption="" trips={[one]} fiat="UAH" feeUsdt={1} />)
  onTestFinished(page.remove)
  return page.place
}

test('a trip says since when it has been paying, by the clock of the reader', async () => {
  const since = '2026-11-21T08:05:00.000Z'
  const place = await open(since)
  expect(place.querySelector('time')?.dateTime).toBe(since)
  expect(place.textContent).toContain(`pays since ${createTimes('en', 'local').moment(Date.parse(since))}`)
})

test.each([null, undefined])(
  'one that does not pay, or of a server that does not tell, says nothing (%s)',
  async (since) => {
    expect((await open(since)).textContent).not.toContain('pays since')
  },
)
