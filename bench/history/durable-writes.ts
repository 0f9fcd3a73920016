import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { slotMs } from '@p2p-rates/core/internal'
import type { HistoryStore } from '@p2p-rates/server/testing'
import { millisecondsOf } from '../median-time.js'
import { randomWalkPrices } from './random-walk-prices.js'

const rounds = 300
const warmUps = 20

/** Writes whole cycles and, in turns with them, plain 2 KB with one sync into a file of the same folder. */
export async function timeDurableWrites(folder: string, store: HistoryStore, fromMs: number) {
  const file = openSync(join(folder, 'plain.bin'), 'w')
  const block = Buffer.alloc(2_048, 7)
  const plain: number[] = []
  const cycles: number[] = []
  const moves: number[] = []
  let round = -warmUps
  for (const { slotMs: atMs, entries } of randomWalkPrices(fromMs, rounds + warmUps)) {
    const plainMs = millisecondsOf(() => {
      writeSync(file, block)
      fdatasyncSync(file)
    })
    const startMs = performance.now()
    await store.append(atMs, entries)
    const cycleMs = performance.now() - startMs
    // The first write of half a day also moves the half before into its chunks.
    if (atMs % halfDayMs === 0) moves.push(cycleMs)
    else if (round >= 0) {
      plain.push(plainMs)
      cycles.push(cycleMs)
    }
    round++
  }
  closeSync(file)
  return { plain, cycles, moves }
}

const halfDayMs = 144 * slotMs
