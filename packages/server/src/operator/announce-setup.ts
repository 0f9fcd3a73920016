import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../log/log.js'
import { OperatorError } from '../refusals/operator-error.js'
import type { Operator } from './operator.js'

/** A server without an admin says at its start how to become it: on the log, and in a file for its owner alone. */
export async function announceSetup(ports: {
  operator: Pick<Operator, 'setupLink'>
  dataDir: string
  log: Log
}): Promise<void> {
  const { operator, dataDir, log } = ports
  const path = join(dataDir, 'setup-link')
  rmSync(path, { force: true })
  try {
    const { link } = await operator.setupLink()
    writeFileSync(path, `${link}\n`, { mode: 0o600, flag: 'wx' })
    log.info('become the admin within 15 minutes, or get another link with p2p-server setup-link', { address: link })
  } catch (error) {
    // There is an admin already.
    if (!(error instanceof OperatorError)) throw error
  }
}
