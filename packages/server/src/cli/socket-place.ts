import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, rmSync, type Stats, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { OperatorError } from '../errors/operator-error.js'

/** Longer paths do not fit into the address of a socket. */
const longestPath = 99
const isWindows = process.platform === 'win32'

/** The socket lies in the data directory; where that path is too long for a socket, in a folder of its own that stands in. */
export function socketPathOf(dataDir: string): string {
  const directory = resolve(dataDir)
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 16)
  if (isWindows) return `\\\\.\\pipe\\p2p-rates-${name}`
  const path = join(directory, 'control.sock')
  return path.length <= longestPath ? path : join(tmpdir(), `p2p-rates-${name}`, 'control.sock')
}

/** Makes room for the socket of this process. Only the holder of the lock on the data may. */
export function prepareSocketPlace(dataDir: string): string {
  const path = socketPathOf(dataDir)
  if (isWindows) return path
  const folder = dirname(path)
  if (folder !== resolve(dataDir)) makeOwnFolder(folder)
  const there = statOf(path)
  if (there === null) return path
  if (!there.isSocket()) throw new OperatorError(`${path} is in the place of the control socket. Move it away.`)
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
  if (!isOurs) throw new OperatorError(`${folder}, the place of the control socket, belongs to somebody else.`)
}

/** Keys are told to whom answers there: only the owner of the data, this user or the system's own may. */
export function refuseStrangersSocket(dataDir: string, path: string): void {
  if (isWindows) return
  const trusted = new Set([0, process.getuid?.(), statOrNull(dataDir)?.uid])
  const folder = dirname(path)
  for (const place of folder === resolve(dataDir) ? [path] : [folder, path]) {
    const there = statOf(place)
    if (there !== null && !trusted.has(there.uid))
      throw new OperatorError(`${place} belongs to a stranger (user ${there.uid}): nothing is asked or told there.`)
  }
}

/** Of the thing itself, never of what a link leads to. */
const statOf = (path: string): Stats | null => lstatSync(path, { throwIfNoEntry: false }) ?? null

function statOrNull(path: string): Stats | null {
  try {
    return statSync(path)
  } catch {
    return null
  }
}
