import { expect, test } from 'vitest'
import { createLog } from './log.js'
import { prettyLine } from './pretty-line.js'

const written = (work: (log: ReturnType<typeof createLog>) => void, isColoured = false): string => {
  const lines: string[] = []
  work(createLog('debug', (line) => lines.push(prettyLine(line, isColoured))))
  return lines.join('')
}

test('a line has time, level, event and subject, in that order', () => {
  const text = written((log) =>
    log.warn('an exchange does not answer', { exchange: 'okx', fiat: 'UAH', fault: 'network: x' }),
  )
  expect(text).toMatch(
    /^\d\d:\d\d:\d\d {2}WARN {3}an exchange does not answer {2}exchange=okx {2}fiat=UAH {2}network: x\n$/,
  )
})

test('untrusted text moves no cursor and makes no line of its own', () => {
  const text = written((log) => log.error('failed', { fault: 'x\u001b[2J\u202e\nINFO  all is well' }))
  expect(text.trimEnd().split('\n')).toHaveLength(1)
  expect(text).not.toContain('\u001b')
  expect(text).not.toContain('\u202e')
})

test('colours only where they are wanted, a trace on lines of its own', () => {
  expect(written((log) => log.info('listening'), true)).toContain('\u001b[32m')
  expect(
    written((log) => log.error('failed', { stack: '    at a\n    at b' }))
      .split('\n')
      .slice(1, 3),
  ).toEqual(['    at a', '    at b'])
})
