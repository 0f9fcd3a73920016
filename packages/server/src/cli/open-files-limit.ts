import { readFileSync } from 'node:fs'

export function openFilesLimit(limits = '/proc/self/limits'): number | null {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(readFileSync(limits, 'utf8'))
    return found === null ? null : Number(found[1])
  } catch {
    return null
  }
}
