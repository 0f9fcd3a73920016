import { stats as statsEndpoint } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.js'
import { renderPart } from '../../testing/render-part.js'
import { apiOf } from '../../testing/test-services.js'
import { PriceVerdict } from './price-verdict.js'

const drawn = (answer: () => Promise<unknown>) =>
  renderPart(<PriceVerdict fiat="UAH" zone="kyiv" decimals={2} version={1} hasHistory={false} />, {
    api: apiOf(answer),
  })

const shown = async (error: ApiError) => (await drawn(() => Promise.reject(error))).container.textContent ?? ''

test('a rejection is shown as one, and only missing data as unknown', async () => {
  for (const code of ['rate_limited', 'offline', 'overloaded']) {
    const text = await shown(new ApiError({ code, ...(code === 'rate_limited' && { retryAfterSeconds: 18 }) }))
    expect([code, text]).not.toEqual([code, expect.stringContaining('Not known yet')])
    expect([code, text.length > 40]).toEqual([code, true])
  }
  expect(await shown(new ApiError({ code: 'data_unavailable', status: 503 }))).toContain('Not known yet')
})

test.each([
  [0.2, 'About as usual'],
  [-0.2, 'About as usual'],
  [0.21, 'Expensive'],
])('%f %% from the average of a day is called %s', async (delta, word) => {
  const stats = { ...statsEndpoint.example, verdict: 'high', delta_vs_24h_pct: delta } as const
  const { container } = await drawn(() => Promise.resolve(stats))
  expect(container.querySelector('.word')?.textContent).toBe(word)
})
