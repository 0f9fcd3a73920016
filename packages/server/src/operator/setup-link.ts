import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../log/log.js'
import { OperatorError } from '../refusals/operator-error.js'
import type { Operator } from './operator.js'

/** The secret stands after the #, which browsers tell nobody. */
export const setupLink = (url: string, token: string): string => `${url}/setup#${token}`

/** A server without an admin says at its start how to become it: on the log, and in a file for its owner alone. */
export async function offerSetupLink(ports: {
  operator: Pick<Operator, 'setupToken'>
  url: string
  dataDir: string
  log: Log
}): Promise<void> {
  const { operator, url, dataDir, log } = ports
  const path = join(dataDir, 'setup-link')
  rmSync(path, { force: true })
  try {
    const { token } = await operator.setupToken()
    const link = setupLink(url, token)
    writeFileSync(path, `${link}\n`, { mode: 0o600, flag: 'wx' })
    log.info('become the admin within 15 minutes, or get another link with p2p-server setup-link', { address: link })
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
  }
}
