import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../base/errors/operator-error.js'
import type { Log } from '../base/log/log.js'
import type { Clock } from '../base/time/clock.js'
import type { Operator } from './operator.js'

/**
 * If no admin exists, writes a setup link to a file only its owner can read. The log names the file, never the link.
 */
export function createSetupFile(ports: {
  setupLink: Operator['setupLink']
  hasAdmin: () => Promise<boolean>
  dataDir: string
  log: Log
  clock: Clock
}) {
  const { setupLink, hasAdmin, dataDir, log, clock } = ports
  const path = join(dataDir, 'setup-link')
  let endsAtMs: number | null = null

  const remove = (): void => {
    rmSync(path, { force: true })
    endsAtMs = null
  }

  return {
    announce: async (): Promise<void> => {
      remove()
      try {
        const made = await setupLink()
        writeFileSync(path, `${made.link}\n`, { mode: 0o600, flag: 'wx' })
        endsAtMs = made.endsAtMs
        log.info(`no admin yet: open the link in ${path} within 15 minutes, or run p2p-server setup-link`)
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error
      }
    },
    removeIfUsed: async (): Promise<void> => {
      if (endsAtMs !== null && (clock.wallMs() >= endsAtMs || (await hasAdmin()))) remove()
    },
  }
}
