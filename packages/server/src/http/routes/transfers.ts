import { toTransfersResponse, transfers } from '@p2p-rates/contract'
import type { Clock } from '../../base/time/clock.js'
import type { CurrentTransfers } from '../../ingest/networks/networks.js'
import { handle, periodVersion } from '../route-handler.js'

/** Networks change once a day. A shorter period shows the first reading after a start soon. */
const periodMs = 10_000

export const transfersEndpoint = (currentTransfers: CurrentTransfers, clock: Clock) =>
  handle(
    transfers,
    async ({ query }) => ({ answer: toTransfersResponse(query, await currentTransfers()) }),
    () => periodVersion(clock, periodMs),
  )
