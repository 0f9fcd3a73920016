import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncDirectory } from '../../fs/sync-directory.js'
import type { SetAside } from '../store.js'

const suffixes = ['', '-wal', '-shm']

/** Renames a database that SQLite cannot read. It is never deleted: parts of it may be readable with other tools. */
export function setAside(path: string, nowMs: number): SetAside {
  const aside = `${path}.damaged-${new Date(nowMs).toISOString().replace(/[:.]/g, '-')}`
  move(path, aside)
  return { path: aside, putBack: () => move(aside, path) }
}

function move(from: string, to: string): void {
  for (const suffix of suffixes) {
    rmSync(to + suffix, { force: true })
    if (existsSync(from + suffix)) renameSync(from + suffix, to + suffix)
  }
  syncDirectory(dirname(from))
}
