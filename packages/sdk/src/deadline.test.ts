import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { handClock } from '../test/hand-clock.js'
import { openDeadline } from './deadline.js'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

test('a connection that lives long holds on to nothing it has brought', async () => {
  const deadline = openDeadline('http://service.invalid', undefined, handClock().ports)
  const read = async () => new WeakRef(await deadline.hold(async () => ({ some: 'bytes' })))
  const first = await read()
  await read()
  await setImmediate()
  collectGarbage()
  expect(first.deref()).toBeUndefined()
  deadline.end()
})
