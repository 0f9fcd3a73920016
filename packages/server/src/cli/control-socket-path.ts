import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, rmSync, type Stats, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { OperatorError } from '../base/errors/operator-errors.js'

/** Limit of a Unix socket path. */
const longestPath = 99
const isWindows = process.platform === 'win32'

/** Returns a path in the data directory. If that is too long for a socket, a path in a temporary folder. */
export function socketPathOf(dataDir: string): string {
  const directory = resolve(dataDir)
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 16)
  if (isWindows) return `\\\\.\\pipe\\p2p-rates-${name}`
  const path = join(directory, 'control.sock')
  return path.length <= longestPath ? path : join(tmpdir(), `p2p-rates-${name}`, 'control.sock')
}

/** Prepares the path for this process. Only the holder of the data lock may call it. */
export function prepareSocketPath(dataDir: string): string {
  const path = socketPathOf(dataDir)
  if (isWindows) return path
  const folder = dirname(path)
  if (folder !== resolve(dataDir)) makeOwnFolder(folder)
  const there = statOf(path)
  if (there === null) return path
  if (!there.isSocket()) throw new OperatorError(`${path} is in the folder of the control socket. Move it away.`)
  // Left by a process that died.
  rmSync(path, { force: true })
  return path
}

function makeOwnFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const there = statOf(folder)
  const isOurs = there?.isDirectory() === true && there.uid === process.getuid?.() && (there.mode & 0o077) === 0
  if (!isOurs) throw new OperatorError(`${folder}, the folder of the control socket, belongs to another user.`)
}

/** Rejects a socket of another user, because keys are sent through it. Trusts the data's owner, this user and root. */
export function rejectForeignSocket(dataDir: string, path: string): void {
  if (isWindows) return
  const trusted = new Set([0, process.getuid?.(), statOrNull(dataDir)?.uid])
  const folder = dirname(path)
  for (const place of folder === resolve(dataDir) ? [path] : [folder, path]) {
    const there = statOf(place)
    if (there !== null && !trusted.has(there.uid))
      throw new OperatorError(`${place} belongs to another user (user ${there.uid}): nothing is sent there.`)
  }
}

/** Does not follow symlinks. */
const statOf = (path: string): Stats | null => lstatSync(path, { throwIfNoEntry: false }) ?? null

function statOrNull(path: string): Stats | null {
  try {
    return statSync(path)
  } catch {
    return null
  }
}
