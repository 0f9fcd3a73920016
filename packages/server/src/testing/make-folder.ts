import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'p2p-rates-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
