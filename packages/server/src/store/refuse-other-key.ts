import { existsSync } from 'node:fs'
import { canaryOf, fitsCanary, MasterKeyError } from '../webhooks/master-key.js'
import type { Seal } from '../webhooks/seal.js'
import { openDatabase } from './sqlite/database.js'

/** A backup that was sealed with another key would be data that nobody can sign with. */
export const refuseOtherKey = (seal: Seal, file: string): void => {
  if (!existsSync(file) || fitsCanary(seal, canaryOf({ note: (name) => noteIn(file, name) }))) return
  throw new MasterKeyError(`${file} was sealed with another master key. Put that one in place first.`)
}

/** What cannot be read here is told by whoever reads all of it. */
const noteIn = (file: string, name: string): string | null => {
  try {
    const backup = openDatabase(file, { readOnly: true })
    try {
      const row = backup.prepare('SELECT value FROM meta WHERE name = ?').get(name)
      return row === null ? null : String(row.value)
    } finally {
      backup.close()
    }
  } catch {
    return null
  }
}
