import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

/** Folder of recorded boards next to the project, if present. They are for evaluation only. */
export const marketDataDir = fileURLToPath(new URL('../../../shared/market-data', import.meta.url))

/** One line of a recording by column name; an absent column reads as empty text. */
export type Row = (column: string) => string

/** `null` when the file is not there. The recordings hold no quoted commas. */
export const readRecording = (dir: string, file: string): readonly Row[] | null => {
  const path = join(dir, file)
  if (!existsSync(path)) return null
  const [header = '', ...lines] = gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split('\n')
  const position = new Map(header.split(',').map((column, index) => [column, index]))
  return lines.map((line) => {
    const cells = line.split(',')
    return (column) => cells[position.get(column) ?? -1] ?? ''
  })
}
