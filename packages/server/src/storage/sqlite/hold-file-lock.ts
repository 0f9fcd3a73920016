import { makePrivateFile } from './copy-database.js'
import { fileIdentityOf } from './data-file-identity.js'
import { loadDriver } from './database.js'

export type FileLock = {
  /** False if the file was removed or replaced, because another process can then hold the lock. */
  isInPlace(): boolean
  release(): void
}

/** Holds the lock on a file until it's released or the process ends. Null if another process holds it. */
export function holdFileLock(path: string): FileLock | null {
  makePrivateFile(path)
  // SQLite knows how to lock a file on every system; nothing is ever written to this one.
  const file = new (loadDriver())(path, { timeout: momentMs })
  try {
    file.exec('PRAGMA journal_mode = MEMORY')
    file.exec('BEGIN EXCLUSIVE')
    const place = fileIdentityOf(path)
    return { isInPlace: () => fileIdentityOf(path) === place, release: () => file.close() }
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && Number(error.errcode) === busy) return null
    throw error
  }
}

const busy = 5
/** A command that looks whether a server runs holds it for a moment. */
const momentMs = 100
