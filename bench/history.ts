import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { toHistoryResponse } from '@p2p-rates/contract'
import { downsample, pointsAt, rangeOf, type Series, slotMs } from '@p2p-rates/core/internal'
import { createHistoryCache, openSqliteStore, systemClock, systemTimers } from '@p2p-rates/server/testing'
import type { Benchmark } from './benchmark.js'
import { bareAnswer, maxPoints } from './history/bare-scan.js'
import { timeDurableWrites } from './history/durable-writes.js'
import { randomWalkPrices, seriesKeys } from './history/random-walk-prices.js'
import { heldBytes, medianMicroseconds, medianOf, quantileOf } from './median-time.js'

const days = 31
const daySlots = 288
const monthMs = 30 * daySlots * slotMs
const rounds = 1_000
const coldStarts = 5
const key = { fiat: 'UAH', exchange: 'best' } as const

export const historyBenchmark: Benchmark = {
  name: 'history',
  goal: '720 h to 300 points: <= 1.5x bare typed arrays, <= 6x from chunks, <= 50 ms cold; durable cycle p50 <= 3x and p99 <= 10x a raw fdatasync; <= 12.5 MB per million points, <= 20 bytes of disk a point; whole JSON <= 0.5 ms',
  run: async ({ print }) => {
    const dataDir = freshFolder()
    try {
      // Noon, when as many slots of the day wait to be moved into chunks as ever do.
      const nowMs = Date.UTC(2026, 0, 31, 11, 55)
      const store = openSqliteStore(dataDir)
      const points = await store.history.load(randomWalkPrices(nowMs - days * daySlots * slotMs, days * daySlots))
      store.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      const bytesPerPoint = statSync(store.database.path).size / points
      const cold = await readCold(dataDir, nowMs)

      const past = createHistoryCache({
        store: store.history,
        clock: { ...systemClock, wallMs: () => nowMs },
        timers: systemTimers,
      })
      // Warm up once before measuring, because the first run also allocates statements and compiled code.
      await past.warmUp(seriesKeys)
      past.reset()
      const before = heldBytes()
      await past.warmUp(seriesKeys)
      const megabytes = (heldBytes() - before) / 1e6
      const hotPoints = seriesKeys.length * days * daySlots
      print(`  ${points} points on disk, ${hotPoints} in memory`)

      const fromMs = nowMs - monthMs
      const series = await past.readSeries(key, fromMs, nowMs)
      const limit = await store.history.readSeries(key, fromMs, nowMs)
      const [bareUs = 0, memoryUs = 0, jsonUs = 0] = medianMicroseconds(rounds, [
        () => bareAnswer(limit),
        () => thinned(past.readSeries(key, fromMs, nowMs), fromMs, nowMs),
        () => JSON.stringify(present(thinned(series, fromMs, nowMs))),
      ])
      const chunksUs = await chunkMicroseconds(() => store.history.readSeries(key, fromMs, nowMs), fromMs, nowMs)
      const json = JSON.stringify(present(thinned(series, fromMs, nowMs)))

      const { plain, cycles, moves } = await timeDurableWrites(dataDir, store.history, nowMs)
      store.close()
      const figures = {
        bare_typed_arrays_us: bareUs,
        from_memory_us: memoryUs,
        from_memory_ratio: memoryUs / bareUs,
        from_chunks_us: chunksUs,
        from_chunks_ratio: chunksUs / bareUs,
        cold_open_ms: cold.openMs,
        cold_read_ms: cold.readMs,
        whole_json_ms: jsonUs / 1000,
        whole_json_kilobytes: json.length / 1024,
        plain_fdatasync_p50_ms: medianOf(plain),
        cycle_write_p50_ms: medianOf(cycles),
        cycle_write_p50_ratio: medianOf(cycles) / medianOf(plain),
        cycle_write_p99_ratio: quantileOf(cycles, 0.99) / quantileOf(plain, 0.99),
        half_a_day_moved_ms: medianOf(moves),
        memory_megabytes_per_million_points: (megabytes / hotPoints) * 1e6,
        disk_bytes_per_point: bytesPerPoint,
      }
      const met =
        figures.from_memory_ratio <= 1.5 &&
        figures.from_chunks_ratio <= 6 &&
        figures.cold_read_ms <= 50 &&
        figures.whole_json_ms <= 0.5 &&
        figures.cycle_write_p50_ratio <= 3 &&
        figures.cycle_write_p99_ratio <= 10 &&
        figures.memory_megabytes_per_million_points <= 12.5 &&
        figures.disk_bytes_per_point <= 20
      return { met, figures }
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

/** Use a folder inside the project, because the temporary folder may be in memory, where a sync costs nothing. */
const freshFolder = (): string => {
  const parent = fileURLToPath(new URL('../node_modules/.cache', import.meta.url))
  mkdirSync(parent, { recursive: true })
  return mkdtempSync(join(parent, 'p2p-bench-'))
}

const thinned = (series: Series | Promise<Series>, fromMs: number, toMs: number) => {
  if (series instanceof Promise) throw new Error('memory does not hold the range')
  return pointsAt(series, downsample(series, rangeOf(series, fromMs, toMs), maxPoints))
}

const present = (points: ReturnType<typeof thinned>) => toHistoryResponse({ ...key, hours: 720, points })

const chunkMicroseconds = async (read: () => Promise<Series>, fromMs: number, toMs: number): Promise<number> => {
  const times: number[] = []
  for (let round = -rounds / 4; round < rounds; round++) {
    const startMs = performance.now()
    thinned(await read(), fromMs, toMs)
    if (round >= 0) times.push((performance.now() - startMs) * 1000)
  }
  return medianOf(times)
}

const readCold = async (dataDir: string, toMs: number) => {
  const script = fileURLToPath(new URL('history/cold-read.ts', import.meta.url))
  const runs: { openMs: number; readMs: number }[] = []
  for (let run = 0; run < coldStarts; run++) {
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script, dataDir, String(toMs)])
    runs.push(JSON.parse(stdout))
  }
  return { openMs: medianOf(runs.map(({ openMs }) => openMs)), readMs: medianOf(runs.map(({ readMs }) => readMs)) }
}
