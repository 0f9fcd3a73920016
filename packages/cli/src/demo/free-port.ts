import { type AddressInfo, createServer } from 'node:net'
import { CliError } from '../cli-error.js'
import { say } from '../words/say.js'

export const usualPort = 8080

/** The wanted port. If it is taken, any free one; none if the port was named. */
export async function freePort(wanted: number, isNamed = false): Promise<number> {
  const port = await openable(wanted)
  if (port === null && isNamed)
    throw new CliError('failed', say('Port {port} is in use.', { port: wanted }), say('Give another --port, or none.'))
  return port ?? (await openable(0)) ?? 0
}

const openable = (port: number): Promise<number | null> =>
  new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(null))
    probe.listen(port, '127.0.0.1', () => {
      const { port: found } = probe.address() as AddressInfo
      probe.close(() => done(found))
    })
  })
