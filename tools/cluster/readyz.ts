import { request } from 'node:http'

export type Readyz = 'ready' | 'not ready' | 'silent'

/** Asks on a connection of its own: one that was opened while the server was well would say less. */
export const readyzOf = (url: string, patienceMs: number): Promise<Readyz> =>
  new Promise((done) => {
    const asked = request(`${url}/readyz`, { agent: false, signal: AbortSignal.timeout(patienceMs) }, (answer) => {
      done(answer.statusCode === 200 ? 'ready' : 'not ready')
      answer.resume()
    })
    asked.once('error', () => done('silent'))
    asked.end()
  })
