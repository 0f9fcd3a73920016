import { readFileSync } from 'node:fs'

/** Returns the limit of open files of this process; null if the system does not report one. */
export function openFilesLimit(limits = '/proc/self/limits'): number | null {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(readFileSync(limits, 'utf8'))
    return found === null ? null : Number(found[1])
  } catch {
    return null
  }
}
