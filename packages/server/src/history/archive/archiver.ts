import { utcDay } from '../../base/time/calendar.js'
import { nextTurn, type Timers } from '../../base/time/timers.js'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import type { ArchiveFiles, OpenArchiveFile } from './archive-files.js'
import type { ArchivedMarket } from './archived-market.js'
import { createDeltaEncoder } from './delta-encoder.js'

/** Two cycles of all currencies. A disk that is slower than that loses the oldest. */
const mostWaiting = 40
/** The database comes first: the archive stops before it takes its room. */
export const leastFreeBytes = 512 * 1024 * 1024
const patienceMs = 3_000
const freeSpaceCheckEvery = 20

type ArchiverPorts = {
  readonly files: ArchiveFiles
  readonly timers: Timers
  /** Data archived with the snapshot. The archiver reads it shortly after publication. */
  readonly contextOf: (snapshot: MarketSnapshot) => Omit<ArchivedMarket, 'snapshot'>
  /** Number of newest days to keep. The age of a day doesn't matter, because the clock may jump ahead. */
  readonly mostDays: number
  readonly mostBytes: number
  readonly onTrouble: (trouble: string) => void
  readonly onRecovery: () => void
}

/** Archive of published markets. It runs in the background: callers don't wait for it, and it never throws. */
export function createArchiver(ports: ArchiverPorts) {
  const archive = newArchive(ports)
  return {
    recordSnapshot: (snapshot: MarketSnapshot): void => {
      archive.waiting.push(snapshot)
      if (archive.waiting.length > mostWaiting) {
        archive.waiting.shift()
        archive.missed += 1
      }
      archive.pumping ??= pump(archive)
    },
    /** `trouble` is the reason why nothing is kept at the moment. */
    get state() {
      const { open, others, trouble, kept, missed } = archive
      const bytesOfDay = open?.file.bytes ?? 0
      const days = others.days + Number(open !== null)
      return { bytes: others.bytes + bytesOfDay, days, bytesOfDay, trouble, kept, missed }
    },
    /** Another server may go on. Everything noted before is kept by then, unless the disk hangs. */
    flushAndClose: async (): Promise<void> => {
      // A disk that hangs must not keep a server from ending.
      let cancel = () => {}
      const patience = new Promise<void>((resolve) => {
        cancel = archive.timers.after(patienceMs, resolve)
      })
      await Promise.race([finish(archive), patience])
      cancel()
    },
  }
}

export type Archiver = ReturnType<typeof createArchiver>

type Archive = ReturnType<typeof newArchive>

const newArchive = (ports: ArchiverPorts) => ({
  ...ports,
  waiting: [] as MarketSnapshot[],
  records: createDeltaEncoder(),
  open: null as { readonly day: string; readonly file: OpenArchiveFile } | null,
  pumping: null as Promise<void> | null,
  others: { bytes: 0, days: 0 },
  /** Snapshots since the free space was checked. */
  looked: 0,
  trouble: null as string | null,
  kept: 0,
  missed: 0,
})

async function pump(archive: Archive): Promise<void> {
  for (let next = archive.waiting.shift(); next !== undefined; next = archive.waiting.shift()) {
    await nextTurn(archive.timers)
    await appendSnapshot(archive, next)
  }
  archive.pumping = null
}

async function finish(archive: Archive): Promise<void> {
  await archive.pumping
  await closeFile(archive).catch(() => {})
}

async function appendSnapshot(archive: Archive, snapshot: MarketSnapshot): Promise<void> {
  const day = utcDay(snapshot.judgedAtMs)
  try {
    const file = await fileOf(archive, day)
    await checkRoom(archive, file, day)
    await file.append(await archive.records.encodeMarket({ snapshot, ...archive.contextOf(snapshot) }))
    archive.kept += 1
    if (archive.trouble !== null) archive.onRecovery()
    archive.trouble = null
  } catch (error) {
    archive.missed += 1
    const why = inWords(error)
    if (archive.trouble === null) archive.onTrouble(why)
    archive.trouble = why
    // Keep the file open after `NoRoomError`, because nothing was written. After any other error, reopen it next time.
    if (!(error instanceof NoRoomError)) await closeFile(archive).catch(() => {})
  }
}

async function fileOf(archive: Archive, day: string): Promise<OpenArchiveFile> {
  if (archive.open?.day === day) return archive.open.file
  await closeFile(archive)
  await deleteOldDays(archive, day)
  const file = await archive.files.open(day)
  archive.open = { day, file }
  archive.looked = 0
  return file
}

async function closeFile(archive: Archive): Promise<void> {
  const closing = archive.open
  archive.open = null
  archive.records.forgetBases()
  await closing?.file.close()
}

async function deleteOldDays(archive: Archive, day: string): Promise<void> {
  const { files, mostDays, mostBytes } = archive
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
  archive.others = { bytes: held - own, days: earlier.size }
}

async function checkRoom(archive: Archive, file: OpenArchiveFile, day: string): Promise<void> {
  const isTooLarge = () => archive.others.bytes + file.bytes > archive.mostBytes
  if (isTooLarge()) await deleteOldDays(archive, day)
  if (isTooLarge()) throw new NoRoomError('the day alone is larger than P2P_ARCHIVE_MIB')
  if (archive.looked++ % freeSpaceCheckEvery === 0 && (await archive.files.freeBytes()) < leastFreeBytes) {
    archive.looked = 0
    throw new NoRoomError('the disk has less than 512 MiB left')
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
