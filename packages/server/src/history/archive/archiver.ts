import type { Timers } from '../../base/time/timers.js'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import type { ArchiveFiles, OpenArchiveFile } from './archive-files.js'
import type { ArchivedMarket } from './archived-market.js'
import { createDeltaEncoder } from './delta-encoder.js'

export type ArchiveState = {
  readonly bytes: number
  readonly days: number
  /** Bytes in the newest day's file; 0 while no file is open. */
  readonly bytesOfDay: number
  /** Why nothing is kept at the moment. */
  readonly trouble: string | null
  readonly kept: number
  readonly missed: number
}

/** Archive of published markets. It runs in the background: callers don't wait for it, and it never throws. */
export interface Archiver {
  recordSnapshot(snapshot: MarketSnapshot): void
  readonly state: ArchiveState
  /** Another server may go on. Everything noted before is kept by then, unless the disk hangs. */
  flushAndClose(): Promise<void>
}

/** Two cycles of all currencies. A disk that is slower than that loses the oldest. */
const mostWaiting = 40
/** The database comes first: the archive stops before it takes its room. */
export const leastFreeBytes = 512 * 1024 * 1024
const patienceMs = 3_000
const freeSpaceCheckEvery = 20

export function createArchiver(ports: {
  readonly files: ArchiveFiles
  readonly timers: Timers
  /** Data archived with the snapshot. The archiver reads it shortly after publication. */
  readonly contextOf: (snapshot: MarketSnapshot) => Omit<ArchivedMarket, 'snapshot'>
  /** Number of newest days to keep. The age of a day doesn't matter, because the clock may jump ahead. */
  readonly mostDays: number
  readonly mostBytes: number
  readonly onTrouble: (trouble: string) => void
  readonly onRecovery: () => void
}): Archiver {
  const { files, timers, contextOf, mostDays, mostBytes, onTrouble, onRecovery } = ports
  const waiting: MarketSnapshot[] = []
  const records = createDeltaEncoder()
  let open: { readonly day: string; readonly file: OpenArchiveFile } | null = null
  let pumping: Promise<void> | null = null
  let others = { bytes: 0, days: 0 }
  let looked = 0
  let trouble: string | null = null
  let kept = 0
  let missed = 0

  const closeFile = async (): Promise<void> => {
    const closing = open
    open = null
    records.forgetBases()
    await closing?.file.close()
  }

  const deleteOldDays = async (day: string): Promise<void> => {
    const all = (await files.list()).toSorted((a, b) => a.day.localeCompare(b.day))
    let held = all.reduce((sum, { bytes }) => sum + bytes, 0)
    const earlier = new Set(all.map((file) => file.day).filter((one) => one !== day))
    for (const oldest of [...earlier]) {
      if (earlier.size < mostDays && held < mostBytes) break
      // Delete all files of the day: a folder merged from several servers has several.
      for (const file of all.filter((one) => one.day === oldest)) {
        await files.remove(file)
        held -= file.bytes
      }
      earlier.delete(oldest)
    }
    const own = all.find((file) => file.day === day)?.bytes ?? 0
    others = { bytes: held - own, days: earlier.size }
  }

  const fileOf = async (day: string): Promise<OpenArchiveFile> => {
    if (open?.day === day) return open.file
    await closeFile()
    await deleteOldDays(day)
    const file = await files.open(day)
    open = { day, file }
    looked = 0
    return file
  }

  const checkRoom = async (file: OpenArchiveFile, day: string): Promise<void> => {
    if (others.bytes + file.bytes > mostBytes) await deleteOldDays(day)
    if (others.bytes + file.bytes > mostBytes) throw new NoRoomError('the day alone is larger than P2P_ARCHIVE_MIB')
    if (looked++ % freeSpaceCheckEvery === 0 && (await files.freeBytes()) < leastFreeBytes) {
      looked = 0
      throw new NoRoomError('the disk has less than 512 MiB left')
    }
  }

  const appendSnapshot = async (snapshot: MarketSnapshot): Promise<void> => {
    const day = new Date(snapshot.judgedAtMs).toISOString().slice(0, 10)
    try {
      const file = await fileOf(day)
      await checkRoom(file, day)
      await file.append(await records.encodeMarket({ snapshot, ...contextOf(snapshot) }))
      kept += 1
      if (trouble !== null) onRecovery()
      trouble = null
    } catch (error) {
      missed += 1
      const why = inWords(error)
      if (trouble === null) onTrouble(why)
      trouble = why
      // Keep the file open after `NoRoomError`, because nothing was written. After any other error, reopen it next
      // time.
      if (!(error instanceof NoRoomError)) await closeFile().catch(() => {})
    }
  }

  const pump = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await new Promise<void>((resolve) => timers.soon(resolve))
      await appendSnapshot(next)
    }
    pumping = null
  }

  return {
    recordSnapshot: (snapshot) => {
      waiting.push(snapshot)
      if (waiting.length > mostWaiting) {
        waiting.shift()
        missed += 1
      }
      pumping ??= pump()
    },
    get state() {
      const bytesOfDay = open?.file.bytes ?? 0
      const days = others.days + Number(open !== null)
      return { bytes: others.bytes + bytesOfDay, days, bytesOfDay, trouble, kept, missed }
    },
    flushAndClose: async () => {
      // A disk that hangs must not keep a server from ending.
      let cancel = () => {}
      const patience = new Promise<void>((resolve) => {
        cancel = timers.after(patienceMs, resolve)
      })
      const closed = (async () => {
        await pumping
        await closeFile().catch(() => {})
      })()
      await Promise.race([closed, patience])
      cancel()
    },
  }
}

class NoRoomError extends Error {
  override readonly name = 'NoRoomError'
}

function inWords(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full'
  return error instanceof Error ? error.message.slice(0, 200) : String(error).slice(0, 200)
}
