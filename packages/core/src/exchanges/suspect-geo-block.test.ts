import { describe, expect, test } from 'vitest'
import type { PageReading } from './read-page.js'
import { suspectGeoBlock } from './suspect-geo-block.js'

const read = (rowCount: number): PageReading => ({ state: 'read', ads: [], rejected: [], rowCount, more: false })
const failed: PageReading = { state: 'failed', fault: { kind: 'timeout', message: 'No answer in time.' } }
const times = (count: number, reading: PageReading) => Array.from({ length: count }, () => reading)

describe('a refresh is suspected of a geo-block', () => {
  test('when every market came back empty', () => {
    expect(suspectGeoBlock(times(38, read(0)))).toBe(true)
  })

  test('when every market that answered came back empty', () => {
    expect(suspectGeoBlock([...times(30, read(0)), ...times(8, failed)])).toBe(true)
  })

  test('from six empty markets on', () => {
    expect(suspectGeoBlock(times(6, read(0)))).toBe(true)
    expect(suspectGeoBlock(times(5, read(0)))).toBe(false)
  })
})

describe('a refresh is not suspected', () => {
  test('when a single market shows a row, even one that did not become an ad', () => {
    expect(suspectGeoBlock([...times(37, read(0)), read(1)])).toBe(false)
  })

  test('when nothing answered', () => {
    expect(suspectGeoBlock([])).toBe(false)
    expect(suspectGeoBlock(times(38, failed))).toBe(false)
  })

  test('when faults only make up the number of empty markets', () => {
    expect(suspectGeoBlock([...times(5, read(0)), ...times(33, failed)])).toBe(false)
  })
})
