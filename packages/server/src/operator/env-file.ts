import { statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config.js'

/** Reads settings from `.env` of a folder. They decide where data and keys go: a file that others may write is refused. */
export function loadEnvFile(folder: string): void {
  const path = join(folder, '.env')
  const there = statSync(path, { throwIfNoEntry: false })
  if (there?.isFile() !== true) return
  if (process.platform !== 'win32') {
    const owners = [0, process.getuid?.()]
    if (!owners.includes(there.uid))
      throw new ConfigError([`${path} belongs to another user (${there.uid}): it is not obeyed. Start elsewhere.`])
    if ((there.mode & 0o002) !== 0)
      throw new ConfigError([`${path} can be written by everybody: it is not obeyed. chmod 600 ${path}`])
  }
  process.loadEnvFile(path)
}
