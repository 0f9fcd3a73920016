import { type AddressInfo, createServer } from 'node:net'

/** The wanted port, or any free one when it is taken. */
export const freePort = async (wanted: number): Promise<number> => (await openable(wanted)) ?? (await openable(0)) ?? 0

const openable = (port: number): Promise<number | null> =>
  new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(null))
    probe.listen(port, '127.0.0.1', () => {
      const { port: found } = probe.address() as AddressInfo
      probe.close(() => done(found))
    })
  })
