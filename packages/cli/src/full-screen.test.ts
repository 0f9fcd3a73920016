import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { openFullScreen } from './full-screen.js'

function windowOf(rows: number) {
  let written = ''
  const out = Object.assign(new EventEmitter(), {
    rows,
    write: (text: string) => {
      written += text
      return true
    },
  })
  return { out, written: () => written }
}

test('a new size is drawn at once, from the first line, and nothing of the old picture stays', () => {
  const { out, written } = windowOf(24)
  let width = 80
  const draw = () => screen.draw(`${'x'.repeat(width)}\nend`)
  const screen = openFullScreen(out as never, draw)
  draw()
  const before = written().length
  width = 30
  out.emit('resize')
  expect(written().slice(before)).toBe(`\x1b[H${'x'.repeat(30)}\x1b[K\r\nend\x1b[K\x1b[J`)
  screen.close()
  out.emit('resize')
  expect(written().endsWith(`\x1b[?1049l${'x'.repeat(30)}\nend\n`)).toBe(true)
})

test('no more lines than the window has are drawn', () => {
  const { out, written } = windowOf(3)
  const screen = openFullScreen(out as never, () => {})
  screen.draw('1\n2\n3\n4')
  expect(written()).not.toContain('4\x1b[K')
  screen.close()
})
