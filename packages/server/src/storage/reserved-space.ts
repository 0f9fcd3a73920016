import { closeSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const bytes = 16 * 1024

/** Disk space reserved in advance, so that a write succeeds even when the disk is full. */
export function openReservedSpace(dataDir: string) {
  const path = join(dataDir, 'revocations.reserve')
  const write = (text: string): boolean => {
    const room = Buffer.alloc(bytes, ' ')
    if (room.write(`${text}\n`) < Buffer.byteLength(text) + 1) return false
    try {
      overwrite(path, room)
      return true
    } catch {
      return false
    }
  }
  if (statSync(path, { throwIfNoEntry: false })?.size !== bytes) write('')
  return {
    read: (): string => {
      try {
        return readFileSync(path, 'utf8').trim()
      } catch {
        return ''
      }
    },
    write,
  }
}

/** In place: a file system that has no block left still lets us change one. */
function overwrite(path: string, room: Buffer): void {
  const file = openSync(path, statSync(path, { throwIfNoEntry: false }) === undefined ? 'wx' : 'r+', 0o600)
  try {
    writeSync(file, room, 0, room.length, 0)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
