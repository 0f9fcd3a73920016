import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exchangeIds, fiats, normalRules } from '@p2p-rates/core'
import { offerKey } from '@p2p-rates/core/internal'
import { createExchangeClient } from '@p2p-rates/core/node'
import {
  createArchiver,
  judgeSnapshot,
  type MarketSnapshot,
  openArchiveFolder,
  publicationAt,
  sourceStatusOf,
  systemTimers,
} from '@p2p-rates/server/testing'
import { startSimulator } from '@p2p-rates/simulator'
import type { Benchmark } from './benchmark.js'
import { cpuMsOf, medianOf } from './median-time.js'

const cycleMs = 300_000
/** An hour, in which every currency is written whole once. */
const cycles = 12
const warmUps = 3
const goalShareOfCore = 0.03

export const archiveBenchmark: Benchmark = {
  name: 'archive',
  goal: `keeping all markets of ${fiats.length} currencies on ${exchangeIds.length} exchanges takes at most ${goalShareOfCore * 100} % of one core at a cycle every five minutes; bytes a day are said`,
  run: async ({ print }) => {
    let atMs = Date.UTC(2026, 10, 23, 8)
    const simulator = await startSimulator({ seed: 7, now: () => atMs })
    const client = createExchangeClient({ baseUrls: simulator.baseUrls, pace: { minIntervalMs: 0 } })
    const folder = mkdtempSync(join(tmpdir(), 'p2p-archive-'))
    const archiver = createArchiver({
      files: openArchiveFolder(join(folder, 'archive')),
      timers: systemTimers,
      contextOf: (snapshot) => ({
        sourceStatuses: exchangeIds.map((exchange) => sourceStatusOf(exchange, snapshot)),
        rules: normalRules,
        isSimulated: true,
      }),
      mostDays: 30,
      mostBytes: 1e12,
      onTrouble: (trouble) => {
        throw new Error(trouble)
      },
      onRecovery: () => {},
    })
    const since = new Map<string, number>()
    const times = { judge: [] as number[], archive: [] as number[] }
    let [ads, bytes] = [0, 0]
    try {
      for (let cycle = -warmUps; cycle < cycles; cycle++) {
        atMs += cycleMs
        const markets = await Promise.all(
          fiats.map(async (fiat) => ({ fiat, boards: (await client.fetchMarket(fiat)).boards })),
        )
        let snapshots: readonly MarketSnapshot[] = []
        const judgeMs = await cpuMsOf(async () => {
          snapshots = markets.map(({ fiat, boards }) => judged({ fiat, boards }, atMs, since))
        })
        const before = archiver.state
        const archiveMs = await cpuMsOf(async () => {
          for (const snapshot of snapshots) archiver.recordSnapshot(snapshot)
          const wanted = before.kept + snapshots.length
          while (archiver.state.kept < wanted) await new Promise((resolve) => setImmediate(resolve))
        })
        if (cycle < 0) continue
        times.judge.push(judgeMs)
        times.archive.push(archiveMs)
        bytes += archiver.state.bytesOfDay - before.bytesOfDay
        ads = markets.flatMap(({ boards }) => boards.flatMap((board) => board.ads)).length
        print(`  cycle ${cycle + 1}: judged in ${judgeMs.toFixed(0)} ms, archived in ${archiveMs.toFixed(0)} ms of CPU`)
      }
    } finally {
      await archiver.flushAndClose()
      await client.close()
      await simulator.close()
      rmSync(folder, { recursive: true })
    }
    const archiveMs = times.archive.reduce((sum, ms) => sum + ms, 0) / cycles
    const figures = {
      ads,
      archive_cpu_ms_per_cycle: archiveMs,
      to_judging: archiveMs / medianOf(times.judge),
      share_of_core: archiveMs / cycleMs,
      share_of_core_each_minute: archiveMs / 60_000,
      mib_per_hour: bytes / 1_048_576,
      mib_per_day: (24 * bytes) / 1_048_576,
    }
    return { met: figures.share_of_core <= goalShareOfCore, figures }
  },
}

type Market = Pick<Parameters<typeof judgeSnapshot>[0], 'fiat'> & {
  readonly boards: readonly Parameters<typeof judgeSnapshot>[0]['boards'][number]['board'][]
}

function judged({ fiat, boards }: Market, atMs: number, since: Map<string, number>): MarketSnapshot {
  const minutes = new Map<string, number>()
  for (const ad of boards.flatMap((board) => board.ads)) {
    const key = offerKey(ad)
    const firstMs = since.get(key) ?? atMs
    since.set(key, firstMs)
    if (firstMs < atMs) minutes.set(key, (atMs - firstMs) / 60_000)
  }
  return judgeSnapshot(
    {
      fiat,
      publication: publicationAt(atMs),
      judgedAtMs: atMs,
      refreshAtMs: atMs + cycleMs,
      memory: { unchangedMinutes: minutes, exchangesAsked: exchangeIds.length },
      paying: [],
      boards: boards.map((board) => ({ board, askedAtMs: atMs })),
    },
    normalRules,
  )
}
