import { expect, test } from 'vitest'
import { displayWidth } from './render/display-width.js'
import { openTerminal } from './terminal.js'

function terminalOf(columns: { readonly out?: number; readonly err?: number }) {
  const said = { out: '', err: '' }
  const stream = (name: 'out' | 'err') => ({
    ...(columns[name] === undefined ? {} : { isTTY: true, columns: columns[name] }),
    write: (text: string) => {
      said[name] += text
    },
  })
  const parts = { out: stream('out'), err: stream('err'), inIsTty: false, environment: { NO_COLOR: '1' } }
  return { terminal: openTerminal(parts), said }
}

const sentence = 'There are no reliable prices for UAH at the moment, says every exchange that was asked.'

test.each([30, 50, 80])('notes, warnings and errors wrap between words in a window of %i columns', (err) => {
  const { terminal, said } = terminalOf({ err })
  terminal.printNote(sentence)
  terminal.printWarning(sentence)
  terminal.printError({ message: sentence, hint: 'p2p doctor shows what each exchange answers and what to do.' })
  const lines = said.err.trimEnd().split('\n')
  for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(err)
  expect(lines.filter((line) => /^\S/.test(line)).map((line) => line.split(' ', 1)[0])).toContain('p2p:')
  expect(said.err.replace(/\s+/g, ' ')).toContain(`p2p: ${sentence}`)
})

test('a script gets every sentence on one line', () => {
  const { terminal, said } = terminalOf({})
  terminal.printWarning(sentence)
  expect(said.err).toBe(`! ${sentence}\n`)
})

test.each([
  ['the window of stdout', { out: 72, err: 90 }, 72],
  ['into a pager, the window of stderr', { err: 64 }, 64],
  ['where no window is known', {}, 100],
])('tables are drawn for %s', (_, columns, width) => {
  expect(terminalOf(columns).terminal.renderOptions.width).toBe(width)
})
