import { createServer } from 'node:net'

/**
 * Lowest port. The range is below the system's ephemeral ports, so that a port stays free after its owner is killed.
 */
const lowest = 18_000
const count = 12_000

export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * count)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer()
      .once('error', () => done(false))
      .listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })
