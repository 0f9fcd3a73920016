// Run in a fresh process: opens the store in the given folder and reads 720 hours of one series once.
import { downsample, pointAt, rangeOf } from '@p2p-rates/core/internal'
import { openSqliteStore } from '@p2p-rates/server/testing'
import { maxPoints } from './bare-scan.js'

const [dataDir = '', toMs = ''] = process.argv.slice(2)
const startMs = performance.now()
const store = openSqliteStore(dataDir)
const openedMs = performance.now()
const fromMs = Number(toMs) - 720 * 3_600_000
const series = await store.history.readSeries({ fiat: 'UAH', exchange: 'best' }, fromMs, Number(toMs))
const points = downsample(series, rangeOf(series, fromMs, Number(toMs)), maxPoints).map((index) =>
  pointAt(series, index),
)
const readMs = performance.now()
if (points.length < maxPoints / 2) throw new Error(`only ${points.length} points were found`)
console.log(JSON.stringify({ openMs: openedMs - startMs, readMs: readMs - openedMs }))
store.close()
