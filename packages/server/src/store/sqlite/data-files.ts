import { randomInt } from 'node:crypto'
import { closeSync, openSync, readSync, rmSync, statSync, truncateSync } from 'node:fs'
import type { Database } from './database.js'

/** The files of an open database. Somebody may remove, move or overwrite them while we write. */
export interface DataFiles {
  /** False from the moment on in which the files at the path are no longer the ones that were opened. */
  areOurs(): boolean
  /** Closes nothing of SQLite's; only after the database was closed, whose locks end with it. */
  close(): void
}

/** Every file of data has a number of its own, and every copy another: one that is written over ours can be told from it. */
export function giveOwnId(database: Database): void {
  const has = Number(database.prepare('PRAGMA application_id').get()?.application_id ?? 0)
  if (has !== 0) return
  database.exec(`PRAGMA application_id = ${newId()}`)
  // It must stand in the file itself, not only in the log beside it.
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}

export const newId = (): number => randomInt(1, 2 ** 31 - 1)

/** SQLite keeps the number of `PRAGMA application_id` there. */
const idAt = 68
const idBytes = 4

export function watchDataFiles(path: string): DataFiles {
  const file = openSync(path, 'r')
  const known = new Map<string, string>()
  const log = `${path}-wal`
  let idThere: string | null = null
  let ours = true

  /** What is seen first is ours; the log and its index are made by the first write. */
  const isSame = (name: string, mustBe: boolean): boolean => {
    const found = placeOf(name)
    const remembered = known.get(name)
    if (remembered === undefined && found !== null) known.set(name, found)
    return remembered === undefined ? found !== null || !mustBe : remembered === found
  }

  /** Overwritten in place it is the same file with other contents. */
  const isSameContent = (): boolean => {
    const bytes = Buffer.alloc(idBytes)
    const text = readSync(file, bytes, 0, idBytes, idAt) === idBytes ? bytes.toString('hex') : ''
    idThere ??= text
    return text === idThere
  }

  const look = (): boolean => {
    const sameFile = isSame(path, true)
    if (sameFile && isSameContent()) return isSame(log, false) && isSame(`${path}-shm`, false)
    const logIsOurs = known.get(log) !== undefined && known.get(log) === placeOf(log)
    if (logIsOurs && placeOf(path) !== null) discardLog()
    return false
  }

  /** What waits in our log belongs to the file that was replaced: in the new one it would be damage. */
  const discardLog = (): void => {
    truncateSync(log)
    for (const name of [log, `${path}-shm`]) rmSync(name, { force: true })
  }

  return {
    areOurs: () => {
      ours = ours && look()
      return ours
    },
    close: () => closeSync(file),
  }
}

/** Which file it is, whatever its name; null when there is none. */
export function placeOf(path: string): string | null {
  const there = statSync(path, { bigint: true, throwIfNoEntry: false })
  return there === undefined ? null : `${there.dev}:${there.ino}`
}
