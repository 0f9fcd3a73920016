import { archiveFilesAt, NoArchiveError, recordsIn } from './archive-files.js'
import type { ArchivedSpan } from './read-archive.js'

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
