import { expect, test } from 'vitest'
import { createProgressLine } from './terminal-output.js'

const onTerminal = (isTTY: boolean) => {
  const written: string[] = []
  return { written, line: createProgressLine({ isTTY, write: (text) => written.push(text) }) }
}

test('one line of a terminal is written over, and gone in the end', () => {
  const { written, line } = onTerminal(true)
  line.show(0, 4, 'account')
  line.show(3, 4, 'chunk')
  line.show(3, 4, 'chunk')
  line.clear()
  line.clear()
  expect(written).toEqual([
    '\r\u001b[K  [------------------------]   0 %  account',
    '\r\u001b[K  [##################------]  75 %  chunk',
    '\r\u001b[K',
  ])
})

test('nothing at all is all of it', () => {
  const { written, line } = onTerminal(true)
  line.show(0, 0, 'meta')
  expect(written.join()).toContain('100 %')
})

test('without readers nothing is written', () => {
  const { written, line } = onTerminal(false)
  line.show(1, 2, 'account')
  line.clear()
  expect(written).toEqual([])
})
