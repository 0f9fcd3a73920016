import { isInFixingWindow, type UsdtUsd } from '@p2p-rates/core/internal'
import type { Notes, ReadableNotes } from '../base/notes.js'
import type { Clock } from '../base/time/clock.js'

type UsdtUsdNote = {
  readonly newest: UsdtUsd
  /** The last reading in the hour of each day's fixing. */
  readonly atFixings: Readonly<Record<string, UsdtUsd>>
}

/** Returns USDT/USD; `null` if the last reading is more than an hour old. */
export type CurrentUsdtUsd = () => Promise<UsdtUsd | null>

export const createCurrentUsdtUsd =
  (notes: ReadableNotes, clock: Clock): CurrentUsdtUsd =>
  async () => {
    const newest = (await readUsdtUsdNote(notes))?.newest ?? null
    return newest !== null && Math.abs(clock.wallMs() - newest.observedAtMs) <= hourMs ? newest : null
  }

/** Null if nothing was ever read. */
export async function readUsdtUsdNote(notes: ReadableNotes): Promise<UsdtUsdNote | null> {
  const text = await notes.getMeta(name)
  // Only `writeUsdtUsd` writes this note, and its row has a checksum.
  return text === null ? null : (JSON.parse(text) as UsdtUsdNote)
}

export async function writeUsdtUsd(notes: Notes, newest: UsdtUsd): Promise<void> {
  const known = Object.entries((await readUsdtUsdNote(notes))?.atFixings ?? {})
  const day = new Date(newest.observedAtMs).toISOString().slice(0, 10)
  const own = isInFixingWindow(newest.observedAtMs) ? [[day, newest] as const] : []
  const days = new Map([...known, ...own])
  const kept = [...days].sort(([one], [other]) => (one < other ? -1 : 1)).slice(-mostDays)
  await notes.setMeta(name, JSON.stringify({ newest, atFixings: Object.fromEntries(kept) } satisfies UsdtUsdNote))
}

const name = 'usdt_usd'
const hourMs = 3_600_000

/** A missed fixing is made within 31 days. */
const mostDays = 31
