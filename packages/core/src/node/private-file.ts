import { statSync } from 'node:fs'

/** Why a file is no place for secrets, as the end of a sentence; `null` where only its owner can read it. */
export function privateFileDefect(path: string): string | null {
  const there = statSync(path, { throwIfNoEntry: false })
  if (there === undefined) return 'names a file that does not exist'
  if (!there.isFile()) return 'names no file'
  if (process.platform === 'win32') return null
  if (![0, process.getuid?.()].includes(there.uid)) return 'names a file of another user'
  return (there.mode & 0o077) === 0 ? null : 'names a file that others may read: chmod 600'
}
