import { expect, test } from 'vitest'
import { makeFolder } from '../../testing/make-folder.js'
import { createShiftedClock } from '../../testing/shifted-clock.js'
import { startServerAt } from '../../testing/start-server.js'

const greetingOf = async (dataDir: string, leadMs: number): Promise<number> => {
  const clock = createShiftedClock()
  clock.setWall(clock.wallMs() + leadMs)
  const server = await startServerAt({ dataDir, clock, fiats: ['UAH'], historyDays: 0 })
  const leave = new AbortController()
  try {
    const answer = await fetch(`${server.baseUrl}/stream?fiat=UAH`, {
      headers: { 'X-API-Key': server.keys.Pro },
      signal: leave.signal,
    })
    const words = new TextDecoder()
    let text = ''
    for await (const bytes of answer.body ?? []) {
      text += words.decode(bytes, { stream: true })
      const id = /^id: (\d+)$/m.exec(text)?.[1]
      if (id !== undefined) return Number(id)
    }
    throw new Error(`no event in ${text}`)
  } finally {
    leave.abort()
    await server.stop()
  }
}

test('event ids rise over restarts, also when the clock is set back a day between them', async () => {
  const dataDir = makeFolder()
  const first = await greetingOf(dataDir, 0)
  const second = await greetingOf(dataDir, -86_400_000)
  const third = await greetingOf(dataDir, 0)
  expect(second).toBeGreaterThan(first)
  expect(third).toBeGreaterThan(second)
}, 60_000)
