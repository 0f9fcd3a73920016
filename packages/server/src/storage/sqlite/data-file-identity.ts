import { randomInt } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync, rmSync, statSync, truncateSync } from 'node:fs'
import type { Database } from './database.js'

export type DataFiles = ReturnType<typeof watchDataFiles>

/** Gives each data file and each copy its own id, so that a copy written over ours is detected. */
export function stampFileId(database: Database): void {
  const has = Number(database.prepare('PRAGMA application_id').get()?.application_id ?? 0)
  if (has !== 0) return
  database.exec(`PRAGMA application_id = ${newId()}`)
  // Write the id to the database file itself, not only to the write-ahead log.
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}

export const newId = (): number => randomInt(1, 2 ** 31 - 1)

/** The header of a database, and where SQLite keeps in it: bytes of a page, number of pages, `PRAGMA application_id`. */
const headerBytes = 100
const at = { pageBytes: 16, pages: 28, id: 68 }

/** Files of an open database. Another process may remove, move or overwrite them during writes. */
export function watchDataFiles(path: string) {
  const file = openSync(path, 'r')
  const known = new Map<string, string>()
  const log = `${path}-wal`
  let idThere: number | null = null
  let wholePages: number | null = null
  let ours = true

  /** The first file seen is ours. SQLite creates the log and its index with the first write. */
  const isSame = (name: string, mustBe: boolean): boolean => {
    const found = fileIdentityOf(name)
    const remembered = known.get(name)
    if (remembered === undefined && found !== null) known.set(name, found)
    return remembered === undefined ? found !== null || !mustBe : remembered === found
  }

  /** Overwritten in place it is the same file with other contents; truncated, it is shorter than it says itself. */
  const contents = (): 'ours' | 'other' | 'truncated' => {
    const header = Buffer.alloc(headerBytes)
    const { size } = fstatSync(file)
    if (readSync(file, header, 0, headerBytes, 0) < headerBytes) return 'truncated'
    const id = header.readUInt32BE(at.id)
    idThere ??= id
    if (id !== idThere) return 'other'
    // The largest page does not fit into two bytes and is written as 1.
    const pageBytes = header.readUInt16BE(at.pageBytes) === 1 ? 65_536 : header.readUInt16BE(at.pageBytes)
    const pages = header.readUInt32BE(at.pages)
    const isWhole = size >= pages * pageBytes
    // A checkpoint writes the header first, so a file may be short for a moment. Report a truncation only if the file
    // was complete before.
    const wasWhole = wholePages === pages
    if (isWhole) wholePages = pages
    return isWhole || !wasWhole ? 'ours' : 'truncated'
  }

  const check = (): boolean => {
    const isSameFile = isSame(path, true)
    const found = isSameFile ? contents() : 'other'
    if (found === 'ours') return isSame(log, false) && isSame(`${path}-shm`, false)
    const logIsOurs = known.get(log) !== undefined && known.get(log) === fileIdentityOf(log)
    if (found === 'other' && logIsOurs && fileIdentityOf(path) !== null) discardLog()
    return false
  }

  /** Discards the log of the replaced file, because it would damage the new one. */
  const discardLog = (): void => {
    truncateSync(log)
    for (const name of [log, `${path}-shm`]) rmSync(name, { force: true })
  }

  return {
    /** False from the moment on in which the files at the path are no longer the ones that were opened. */
    areOurs: (): boolean => {
      ours = ours && check()
      return ours
    },
    /** Closes nothing of SQLite's; only after the database was closed, whose locks end with it. */
    close: (): void => closeSync(file),
  }
}

export function fileIdentityOf(path: string): string | null {
  const there = statSync(path, { bigint: true, throwIfNoEntry: false })
  return there === undefined ? null : `${there.dev}:${there.ino}`
}
