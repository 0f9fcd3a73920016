import { type Fetch, P2P, type Rates } from '@p2p-rates/sdk'
import { createFakeServer, type FakeOptions, type FakeServer } from './fake-server.js'

export type FakeP2P = Pick<FakeServer, 'answer' | 'fail' | 'requests'> & {
  /** Talks to the fake and never retries, so that what you make fail does fail. */
  readonly client: P2P
  /** For clients of your own: `new P2P({ fetch: fake.fetch, baseUrl: 'http://fake.invalid', apiKey: 'p2p_test' })`. */
  readonly fetch: Fetch
  /** Sends news to every open stream of its currency. */
  push(rates: Rates): void
  /** Closes all streams, as the service does every hour; clients come back after a few seconds. */
  closeStreams(): void
}

/**
 * A service that exists only in your tests. It answers every question with the example of the API reference, in which
 * only the requested currency, exchange, side, interval, hours and payment method are replaced. It refuses wrong
 * questions as the real one does, and fails when you say so.
 *
 * @example
 * const fake = createFakeP2P()
 * fake.fail('rates', 'data_unavailable')
 * await expect(myDashboard(fake.client)).resolves.toContain('no prices at the moment')
 */
export function createFakeP2P(options: FakeOptions = {}): FakeP2P {
  const { fetch, answer, fail, requests, push, closeStreams } = createFakeServer(options)
  const client = new P2P({ fetch, apiKey: 'p2p_test', baseUrl: 'http://fake.invalid', maxRetries: 0, logLevel: 'off' })
  return { client, fetch, answer, fail, requests, push, closeStreams }
}
