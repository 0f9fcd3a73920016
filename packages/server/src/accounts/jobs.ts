import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../base/errors/operator-errors.js'
import { type OpenJob, timerJob } from '../base/jobs.js'
import type { Runtime } from '../base/runtime.js'
import type { IssuedLink } from './one-time-links.js'

/**
 * If no admin exists, writes a setup link to a file only its owner can read, and deletes the file when it is used or has
 * expired. The log names the file, never the link.
 */
export function setupFileJob(ports: {
  runtime: Runtime
  setupLink: () => Promise<IssuedLink>
  hasAdmin: () => Promise<boolean>
  dataDir: string
}): OpenJob<unknown> {
  const { runtime, setupLink, hasAdmin, dataDir } = ports
  const { clock, log } = runtime
  const path = join(dataDir, 'setup-link')
  let endsAtMs: number | null = null

  const remove = (): void => {
    rmSync(path, { force: true })
    endsAtMs = null
  }

  const announce = async (): Promise<void> => {
    remove()
    try {
      const made = await setupLink()
      writeFileSync(path, `${made.link}\n`, { mode: 0o600, flag: 'wx' })
      endsAtMs = made.endsAtMs
      log.info(`no admin yet: open the link in ${path} within 15 minutes, or run p2p-server setup-link`)
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error
    }
  }

  const tidy = async (): Promise<void> => {
    if (endsAtMs !== null && (clock.wallMs() >= endsAtMs || (await hasAdmin()))) remove()
  }

  return async () =>
    timerJob(() => {
      void announce().catch(runtime.logError('there is no link of the first start'))
      return [runtime.repeat(1_000, 'the file of a set-up link stays', tidy)]
    })
}
