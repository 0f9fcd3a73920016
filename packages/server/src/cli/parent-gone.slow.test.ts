import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const room = new URL('parent-gone.ts', import.meta.url).href
const readTypes = new URL('../testing/read-types.mjs', import.meta.url).href

const start = (before: string) =>
  spawn(
    process.execPath,
    [
      ...['--import', readTypes, '--input-type=module'],
      ...['-e', `${before}; const { parentGone } = await import('${room}'); void parentGone(); process.send('ready')`],
    ],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  )

test('the channel to its parent alone keeps no program running', async () => {
  const child = start('')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('a program that waits for messages goes on, and ends with its parent', async () => {
  const child = start(`process.on('message', () => process.send('heard'))`)
  expect((await once(child, 'message'))[0]).toBe('ready')
  const heard = once(child, 'message')
  setImmediate(() => setImmediate(() => child.send('ask')))
  expect((await heard)[0]).toBe('heard')
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([0, null])
})
