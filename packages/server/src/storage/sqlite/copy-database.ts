import { createHash } from 'node:crypto'
import { closeSync, constants, existsSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { OperatorError } from '../../base/errors/operator-errors.js'
import { syncDirectory } from '../../base/fs/sync-directory.js'
import { newId } from './data-file-identity.js'
import { type Database, loadDriver } from './database.js'
import { partialPathOf, removeLeftovers, removePartialFile } from './partial-files.js'

export function backUp(database: Database, target: string): void {
  if (existsSync(target)) throw new OperatorError(`${target} exists already; a backup never overwrites.`)
  if (!existsSync(dirname(target))) throw new OperatorError(`There is no folder ${dirname(target)}.`)
  copyDatabase(database, target)
}

/** Writes a synced copy and its checksum. The copy gets its name once complete; only its owner can read it. */
export function copyDatabase(database: Database, target: string): void {
  removeLeftovers(dirname(target))
  const draft = partialPathOf(target)
  try {
    writeNew(draft, '')
    database.prepare('VACUUM INTO ?').run(draft)
    stampCopyId(draft)
    syncFile(draft)
    // One without its copy is of a process that died in between.
    rmSync(checksumPathOf(target), { force: true })
    writeNew(checksumPathOf(target), `${checksumOf(draft)}  ${basename(target)}\n`)
    renameSync(draft, target)
    syncDirectory(dirname(target))
  } catch (error) {
    removePartialFile(draft)
    throw error
  }
}

function stampCopyId(draft: string): void {
  const copy = new (loadDriver())(draft)
  copy.exec(`PRAGMA application_id = ${newId()}`)
  copy.close()
}

/** Follows no link and overwrites nothing. */
function writeNew(path: string, text: string): void {
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** In the form of `sha256sum`, which can check it too. */
export const checksumPathOf = (copy: string): string => `${copy}.sha256`

export function checksumOf(path: string): string {
  const digest = createHash('sha256')
  const part = Buffer.alloc(1 << 20)
  const file = openSync(path, 'r')
  try {
    for (let size = readSync(file, part); size > 0; size = readSync(file, part)) digest.update(part.subarray(0, size))
  } finally {
    closeSync(file)
  }
  return digest.digest('hex')
}

/** Empty and closed to others from its first moment; an existing one stays as it is. */
export const makePrivateFile = (path: string): void => closeSync(openSync(path, 'a', 0o600))

function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
