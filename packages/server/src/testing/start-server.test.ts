import { existsSync } from 'node:fs'
import { planNames } from '@p2p-rates/contract'
import { exchangeIds } from '@p2p-rates/core'
import { expect, test } from 'vitest'
import { startServer } from './start-server.js'

test('a test server answers with prices and a past on every plan, and leaves nothing behind', async () => {
  const { baseUrl, keys, config, stop } = await startServer()
  for (const plan of planNames) {
    const answer = await fetch(`${baseUrl}/rates?fiat=EUR`, { headers: { 'X-API-Key': keys[plan] } })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ fiat: 'EUR', exchanges: { length: exchangeIds.length } })
  }
  const history = await fetch(`${baseUrl}/history?hours=720&max_points=1000`, { headers: { 'X-API-Key': keys.Pro } })
  const { points } = (await history.json()) as { points: { t: string }[] }
  expect(points.length).toBeGreaterThan(500)
  expect(Date.now() - Date.parse(points[0]?.t ?? '')).toBeGreaterThan(29 * 86_400_000)
  await stop()
  expect(existsSync(config.DATA_DIR)).toBe(false)
})
