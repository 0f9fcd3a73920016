import type { IncomingHttpHeaders } from 'node:http'
import { requestHeaders } from '@p2p-rates/contract'

/** Read-your-writes across replicas: a caller must not see older data than another replica has returned. */
export interface ReplicaConsistency {
  /** Position of this replica in the changelog, sent with every reply. */
  readonly dataVersion: number
  /** Reads the changelog until it is current or time runs out. Resolves true if nothing can be missing. */
  catchUp(): Promise<boolean>
}

export function requiresCatchUp(replica: ReplicaConsistency, headers: IncomingHttpHeaders): boolean {
  const least = headers[minDataVersion]
  if (least !== undefined && Number(least) > replica.dataVersion) return true
  return headers[lastEventId] !== undefined
}

const minDataVersion = requestHeaders.minDataVersion.name.toLowerCase()
const lastEventId = requestHeaders.lastEventId.name.toLowerCase()
