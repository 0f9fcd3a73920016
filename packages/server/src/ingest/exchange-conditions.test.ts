import { expect, test } from 'vitest'
import { minutes, onlyFor, openIngest } from './testing/open-ingest.js'
import { aFault, anHonestBoard } from './testing/scripted-exchanges.js'

test('an exchange that blocks us is paused after failures, and its status has reason, count and end', async () => {
  const room = await openIngest()
  const conditionOf = (exchange: string) =>
    room.latest.conditions().find((condition) => condition.exchange === exchange)
  room.room.start()
  await room.pass(minutes(5))
  const calm = { state: 'asked', cause: null, message: null, times: 0, untilMs: null, pace: 1 }
  expect(room.latest.conditions().map(({ exchange: _, ...condition }) => condition)).toEqual(
    room.latest.conditions().map(() => calm),
  )

  room.play(onlyFor('bybit', () => aFault('blocked')))
  await room.pass(minutes(2))
  const blocked = conditionOf('bybit')
  expect(blocked).toMatchObject({ state: 'left_alone', cause: 'blocked', times: 1, message: expect.any(String) })
  expect(conditionOf('okx')).toMatchObject(calm)
  const waitMs = (blocked?.untilMs ?? 0) - room.clock.wallMs()
  expect(waitMs > 0 && waitMs <= minutes(5)).toBe(true)

  await room.pass(waitMs + minutes(1))
  expect(conditionOf('bybit')).toMatchObject({ state: 'left_alone', times: 2 })
  room.play((question) => anHonestBoard(question))
  await room.pass(minutes(60))
  expect(conditionOf('bybit')).toMatchObject(calm)
})

test('one that asks for patience is asked more slowly', async () => {
  const room = await openIngest({ script: onlyFor('bybit', () => aFault('rate_limited')) })
  room.room.start()
  await room.pass(minutes(2))
  const condition = room.latest.conditions().find(({ exchange }) => exchange === 'bybit')
  expect(condition?.cause).toBe('rate_limited')
  expect(condition?.pace).toBeLessThanOrEqual(0.5)
})
