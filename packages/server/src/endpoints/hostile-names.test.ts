import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAsker } from '../testing/ask.js'
import { startServer, type TestServer } from '../testing/start-server.js'

let running: TestServer
let asker: ReturnType<typeof createAsker>
beforeAll(async () => {
  running = await startServer({ historyDays: 1, faults: [{ exchange: 'all', fault: { kind: 'hostile_names' } }] })
  asker = createAsker(running.url)
})
afterAll(async () => {
  asker.close()
  await running.stop()
})

const read = async (path: string) => {
  const { text, headers } = await asker.ask({ path: `/api/v1${path}`, headers: [['X-API-Key', running.keys.Business]] })
  return { text, headers, body: JSON.parse(text) as { ads: { nickname: string; trusted: boolean }[] } }
}

describe('names that attack', () => {
  test('come through as text in JSON that no browser takes for anything else', async () => {
    const names = new Set<string>()
    for (const exchange of running.config.EXCHANGES)
      for (const side of ['BUY', 'SELL']) {
        const { body, headers } = await read(`/orderbook?exchange=${exchange}&side=${side}&rows=50`)
        for (const { nickname } of body.ads) names.add(nickname)
        expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
        expect(headers.get('x-content-type-options')).toBe('nosniff')
      }
    expect([...names]).toEqual(expect.arrayContaining(['<script>alert(1)</script>', '__proto__', 'constructor']))
  })

  test('carry no raw control character over the wire', async () => {
    for (const exchange of running.config.EXCHANGES) {
      const { text } = await read(`/orderbook?exchange=${exchange}&rows=50&include=trust`)
      const controls = [...text].filter((character) => character < ' ' || character === '\u007f')
      expect(controls).toEqual([])
    }
  })

  test('do not swell an answer', async () => {
    for (const exchange of running.config.EXCHANGES) {
      const { body } = await read(`/orderbook?exchange=${exchange}&rows=50`)
      expect(Math.max(...body.ads.map(({ nickname }) => nickname.length))).toBeLessThanOrEqual(256)
    }
  })
})
