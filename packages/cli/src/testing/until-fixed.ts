import type { TestServer } from '@p2p-rates/server/testing'
import { vi } from 'vitest'
import type { runnerIn } from './run-p2p.js'

/** A server fixes its past days within a minute of its start; EUR is the last currency of a test server. */
export function untilFixed(p2p: ReturnType<typeof runnerIn>, { url, keys }: TestServer): Promise<boolean> {
  // No other test uses this key, so polling doesn't consume their rate limit.
  const env = { P2P_BASE_URL: url, P2P_API_KEY: keys.Business }
  return vi.waitUntil(async () => (await p2p(['index', 'days', 'EUR', '--verify'], { env })).code === 0, {
    timeout: 90_000,
    interval: 1_000,
  })
}
