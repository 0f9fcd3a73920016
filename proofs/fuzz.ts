import { runFuzz } from '@p2p-rates/server/testing'
import type { Proof } from './proof.js'

export const fuzzProof: Proof = {
  name: 'fuzz',
  target: 'of 60,000 requests, valid and hostile, none fails the server and every answer fits the served document',
  run: async ({ seed, count, fast, print }) => {
    const requests = count ?? (fast ? 2_000 : 60_000)
    const { complaints, statuses, bugs } = await runFuzz({ seed, count: requests })
    const spread = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${times} x ${status}`)
    print(spread.join(', '))
    return {
      breaches: [...complaints, ...bugs],
      figure: `${requests} requests, ${spread.length} kinds of status`,
    }
  },
}
