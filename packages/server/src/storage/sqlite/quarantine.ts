import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncDirectory } from '../../base/fs/sync-directory.js'
import type { Quarantined } from '../store.js'

const suffixes = ['', '-wal', '-shm']

/** Renames a database that SQLite cannot read. It is never deleted: parts of it may be readable with other tools. */
export function quarantine(path: string, nowMs: number): Quarantined {
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
