import { lstatSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Backup folders used by `p2p-backup` and the guides: inside the data folder, or next to it. */
const foldersOf = (dataDir: string): readonly string[] =>
  [dataDir, dirname(resolve(dataDir))].map((folder) => join(folder, 'backups'))

export function newestBackup(dataDir: string): string | null {
  const backups = foldersOf(dataDir).flatMap((folder) =>
    namesIn(folder)
      .filter((name) => name.endsWith('.db'))
      .map((name) => join(folder, name)),
  )
  const byTime = backups.map((path) => ({ path, ms: lstatSync(path).mtimeMs })).sort((a, b) => b.ms - a.ms)
  return byTime[0]?.path ?? null
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
