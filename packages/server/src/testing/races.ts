import { callListener } from './call-listener.js'
import { createKey, startServer, type TestServer, type TestServerOptions } from './start-server.js'
import { createTestClient } from './test-client.js'

export type StatusCounts = ReadonlyMap<number, number>

/** Free has 10 requests a minute. Business has no limit per minute, but 10 requests a month. */
export const startRaces = (options: Pick<TestServerOptions, 'limiterOver'> = {}): Promise<TestServer> =>
  startServer({
    ...options,
    historyDays: 1,
    settings: { P2P_PLANS: JSON.stringify({ Business: { requestsPerMinute: 1_000_000, monthlyQuota: 10 } }) },
  })

/** Uses a new key, so that all requests wait for the same look-up and continue in the same turn. */
export const raceMinute = async ({ server }: TestServer, requests: number): Promise<StatusCounts> => {
  const key = await createKey(server, 'Free')
  return spread(requests, () => callListener(server.httpHandler.fastPath, '/api/v1/rates', { 'x-api-key': key }))
}

export const raceMinuteOverSockets = async ({ server, url }: TestServer, requests: number): Promise<StatusCounts> => {
  const key = await createKey(server, 'Free')
  const asker = createTestClient(url, requests)
  const seen = await spread(requests, async () => {
    const { status } = await asker.ask({ path: '/api/v1/rates', headers: [['X-API-Key', key]] })
    return status
  })
  asker.close()
  return seen
}

/** Every second request fails after admission and returns its slot; the rest wait for the disk. */
export const raceQuota = async (
  { server }: TestServer,
  requests: number,
): Promise<StatusCounts & { readonly used: number }> => {
  const key = await createKey(server, 'Business')
  const headers = { 'x-api-key': key }
  const seen = await spread(requests, (index) =>
    index % 2 === 0
      ? callListener(
          server.httpHandler.fastPath,
          `/api/v1/history?hours=8760&max_points=${(index % 1_000) + 1}`,
          headers,
        )
      : callListener(server.httpHandler.fastPath, '/api/v1/rates?fiat=XXX', headers),
  )
  return Object.assign(seen, { used: await usedBy(server, key) })
}

const usedBy = async (server: TestServer['server'], key: string): Promise<number> => {
  const asker = createTestClient(server.url)
  const { text } = await asker.ask({ path: '/api/v1/me', headers: [['X-API-Key', key]] })
  asker.close()
  return (JSON.parse(text) as { used_this_month: number }).used_this_month
}

const spread = async (requests: number, send: (index: number) => Promise<number>): Promise<Map<number, number>> => {
  const statuses = await Promise.all(Array.from({ length: requests }, (_, index) => send(index)))
  const seen = new Map<number, number>()
  for (const status of statuses) seen.set(status, (seen.get(status) ?? 0) + 1)
  return seen
}
