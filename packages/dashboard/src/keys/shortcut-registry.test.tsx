import { afterEach, expect, test, vi } from 'vitest'
import { createShortcutRegistry, type ShortcutRegistry } from './shortcut-registry.js'

let keys: ShortcutRegistry
let nowMs = 0
afterEach(() => {
  keys.detachKeys()
  document.body.replaceChildren()
})

const open = (isOn = true) => {
  keys = createShortcutRegistry(document, () => nowMs, isOn)
  const acted: string[] = []
  const shortcut = (typed: string) => ({ keys: typed, word: 'keys.list' as const, act: () => acted.push(typed) })
  const press = (key: string, more: KeyboardEventInit = {}, target: EventTarget = document.body) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
  return { acted, shortcut, press }
}

test('a key acts, one after G navigates, and a late second key starts again', () => {
  const { acted, shortcut, press } = open()
  keys.add(['b', 'm', 'g b', 'g m'].map(shortcut))
  press('b')
  press('g')
  press('M')
  press('g')
  nowMs += 2_000
  press('m')
  expect(acted).toEqual(['b', 'g m', 'm'])
})

test('keys with modifiers, and keys typed into fields, trigger nothing', () => {
  const { acted, shortcut, press } = open()
  keys.add([shortcut('b')])
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) press('b', held)
  for (const name of ['input', 'textarea', 'select'])
    press('b', {}, document.body.appendChild(document.createElement(name)))
  expect(acted).toEqual([])
  const radio = document.body.appendChild(document.createElement('input'))
  radio.type = 'radio'
  press('b', {}, radio)
  expect(acted).toEqual(['b'])
})

test('over an open dialog they do nothing', () => {
  const { acted, shortcut, press } = open()
  keys.add([shortcut('b')])
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.setAttribute('open', '')
  press('b')
  expect(acted).toEqual([])
})

test('all of them can be turned off', () => {
  const { acted, shortcut, press } = open(false)
  keys.add([shortcut('b')])
  press('b')
  keys.isOn = true
  press('b')
  expect(acted).toEqual(['b'])
})

test('the newest part that wants a key has it, and gives it back', () => {
  open()
  const [old, young] = [vi.fn(), vi.fn()]
  keys.add([{ keys: 'b', word: 'keys.list', act: old }])
  const forget = keys.add([{ keys: 'b', word: 'keys.list', act: young }])
  const press = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'b', bubbles: true }))
  press()
  forget()
  press()
  expect([old.mock.calls.length, young.mock.calls.length]).toEqual([1, 1])
})
