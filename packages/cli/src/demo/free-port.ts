import { createServer } from 'node:net'

/** The wanted port, or any free one when it is taken. */
export const freePort = (wanted: number): Promise<number> =>
  new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(0))
    probe.listen(wanted, '127.0.0.1', () => probe.close(() => done(wanted)))
  })
