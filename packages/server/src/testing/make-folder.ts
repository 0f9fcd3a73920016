import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder of the running test, gone with it. */
export const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'p2p-rates-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
