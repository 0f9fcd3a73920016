import { dayMs } from '../../base/time/calendar.js'
import { type ArchiveFile, archiveFilesAt, NoArchiveError, recordsIn } from './archive-files.js'
import type { ArchivedMarket } from './archived-market.js'
import { createRecordReader } from './delta-encoder.js'

export type ArchivedSpan = { readonly fromMs: number; readonly toMs: number }
export type ReportDamage = (path: string, what: string) => void

/** Every archived market of a time, the earliest first, read as it is asked for: never a whole day at once. */
export async function* readArchive(
  path: string,
  { fromMs, toMs }: ArchivedSpan,
  onDamage: ReportDamage,
): AsyncGenerator<ArchivedMarket> {
  const files = await archiveFilesAt(path)
  if (files.length === 0) throw new NoArchiveError(`There is no archive at ${path}.`)
  const days = [...new Set(files.map(({ day }) => day))].toSorted()
  for (const day of days) {
    const startMs = Date.parse(`${day}T00:00:00Z`)
    if (Number.isNaN(startMs) || startMs > toMs || startMs + dayMs <= fromMs) continue
    const ofDay = files.filter((file) => file.day === day)
    yield* inOrder(ofDay.map((file) => readFile(file, { fromMs, toMs }, onDamage)))
  }
}

async function* readFile({ path }: ArchiveFile, { fromMs, toMs }: ArchivedSpan, onDamage: ReportDamage) {
  const reader = createRecordReader()
  let unreadable = 0
  for await (const { head, body } of recordsIn(path, (at) => onDamage(path, `damaged at byte ${at}`))) {
    // Pass later records too: after the clock was set back, a wanted record may be based on one.
    if (head.judgedAtMs < fromMs || head.judgedAtMs > toMs) {
      reader.skipRecord(head, body)
      continue
    }
    const market = await reader.readRecord(head, body).catch((error: unknown) => {
      unreadable += 1
      if (unreadable === 1) onDamage(path, `a market of ${head.fiat} cannot be read (${reasonOf(error)})`)
      return null
    })
    if (market !== null && market.snapshot.market.boards.length > 0) yield market
  }
}

/** Shorten the reason: zod's message for a whole market is too long to log. */
const reasonOf = (error: unknown): string =>
  error instanceof RangeError || error instanceof SyntaxError ? error.message.slice(0, 100) : 'not of its form'

/** Several servers may have archived the same day, one after the other. */
async function* inOrder(sources: readonly AsyncGenerator<ArchivedMarket>[]): AsyncGenerator<ArchivedMarket> {
  const heads = await Promise.all(sources.map(async (source) => ({ source, next: await source.next() })))
  for (;;) {
    let first: { readonly head: (typeof heads)[number]; readonly market: ArchivedMarket } | null = null
    for (const head of heads) {
      if (head.next.done === true) continue
      const market = head.next.value
      if (first === null || market.snapshot.judgedAtMs < first.market.snapshot.judgedAtMs) first = { head, market }
    }
    if (first === null) return
    yield first.market
    first.head.next = await first.head.source.next()
  }
}

/** From the first to the last market of an archive; only its first and its last day are read. */
export async function archivedSpan(path: string): Promise<ArchivedSpan> {
  const files = await archiveFilesAt(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new NoArchiveError(`There is nothing at ${path}.`) : error
  })
  const days = files.map(({ day }) => day).toSorted()
  let fromMs = Number.POSITIVE_INFINITY
  let toMs = Number.NEGATIVE_INFINITY
  for (const { path: file } of files.filter(({ day }) => day === days[0] || day === days.at(-1)))
    for await (const { head } of recordsIn(file, () => {})) {
      fromMs = Math.min(fromMs, head.judgedAtMs)
      toMs = Math.max(toMs, head.judgedAtMs)
    }
  if (fromMs > toMs) throw new NoArchiveError(`There is no archive at ${path}.`)
  return { fromMs, toMs }
}
