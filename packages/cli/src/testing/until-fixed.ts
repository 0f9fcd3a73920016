import { vi } from 'vitest'
import type { runnerIn } from './run-p2p.js'

/** A server fixes its past days soon after its start; EUR is the last currency of a test server. */
export const untilFixed = (p2p: ReturnType<typeof runnerIn>, env: Readonly<Record<string, string>>): Promise<boolean> =>
  vi.waitUntil(async () => (await p2p(['fixings', 'EUR', '--verify'], { env })).code === 0, {
    timeout: 60_000,
    // Below the requests a minute of a Pro key.
    interval: 500,
  })
