import { expect, test } from 'vitest'
import { markedCsv } from './save-file.js'

const csv = 't,buy,sell\r\n2026-11-21T10:00:00.000Z,41.31,\r\n'

test('every row of invented prices says that it is one', () => {
  expect(markedCsv(csv, true)).toBe('t,buy,sell,simulated\r\n2026-11-21T10:00:00.000Z,41.31,,true\r\n')
})

test('real prices are left as the server wrote them', () => {
  expect(markedCsv(csv, false)).toBe(csv)
})
