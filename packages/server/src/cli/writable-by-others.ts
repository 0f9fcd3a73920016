import { statSync } from 'node:fs'

/**
 * Returns the reason why another user could have written the file; null if none could. For files that choose programs
 * to run.
 */
export function writableByOthers(path: string): string | null {
  if (process.platform === 'win32') return null
  const { uid, mode } = statSync(path)
  if (uid !== 0 && uid !== process.getuid?.()) return `belongs to another user (${uid})`
  if ((mode & 0o002) !== 0) return 'can be written by all users'
  return (mode & 0o020) !== 0 ? 'can be written by its group' : null
}
