import { expect, test } from 'vitest'
import { createEventLoopTurns } from './exchange-connection.js'

test('concurrent callers get one turn of the event loop each, in order', async () => {
  const nextSlot = createEventLoopTurns()
  const order: string[] = []
  const callers = ['first', 'second', 'third'].map((name) => nextSlot().then(() => order.push(name)))
  const watch = () => {
    order.push('loop')
    if (order.length < 6) setImmediate(watch)
  }
  setImmediate(watch)
  await Promise.all(callers)
  expect(order.filter((name) => name !== 'loop')).toEqual(['first', 'second', 'third'])
  for (const [before, after] of [
    ['first', 'second'],
    ['second', 'third'],
  ] as const)
    expect(order.slice(order.indexOf(before), order.indexOf(after))).toContain('loop')
})
