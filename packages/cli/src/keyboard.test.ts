import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { listenForKeys } from './keyboard.js'

function keyboardOf(isTTY: boolean) {
  const keyboard = Object.assign(new EventEmitter(), {
    isTTY,
    setRawMode: vi.fn(),
    pause: vi.fn(),
    resume: vi.fn(),
  })
  const when = { quit: vi.fn(), interrupt: vi.fn(), rest: vi.fn() }
  return { keyboard, when, open: () => listenForKeys(keyboard as never, when) }
}

test.each([
  ['q', 'quit'],
  ['Q', 'quit'],
  ['\x04', 'quit'],
  ['\x03', 'interrupt'],
  ['qls\r', 'quit'],
  ['\x1b[A', null],
  ['\x1bOQ', null],
  ['\x1b[1;5Q', null],
  ['x', null],
] as const)('%j means %s', (typed, meant) => {
  const { keyboard, when, open } = keyboardOf(true)
  const keys = open()
  keyboard.emit('data', Buffer.from(typed))
  keys.close()
  for (const name of ['quit', 'interrupt', 'rest'] as const)
    expect(when[name]).toHaveBeenCalledTimes(name === meant ? 1 : 0)
})

test('typed text is hidden meanwhile, and shown again afterwards', () => {
  const { keyboard, open } = keyboardOf(true)
  open().close()
  expect(keyboard.setRawMode.mock.calls).toEqual([[true], [false]])
  expect(keyboard.listenerCount('data')).toBe(0)
})

test('a file is no keyboard', () => {
  const { keyboard, open } = keyboardOf(false)
  open().close()
  expect(keyboard.setRawMode).not.toHaveBeenCalled()
})
