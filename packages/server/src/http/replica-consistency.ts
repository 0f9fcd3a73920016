import type { IncomingHttpHeaders } from 'node:http'
import { requestHeaders } from '@p2p-rates/contract'

/** What several servers behind one address owe to a caller who has been to another one. */
export interface ReplicaConsistency {
  /** How much is known here: told with every answer. */
  readonly dataVersion: number
  /** Reads on, as far as that can be done in time. Resolves with whether nothing can be missing then. */
  catchUp(): Promise<boolean>
}

/** Whether something may have been said to this caller that is not known here. */
export function requiresCatchUp(others: ReplicaConsistency, headers: IncomingHttpHeaders): boolean {
  const least = headers[minDataVersion]
  if (least !== undefined && Number(least) > others.dataVersion) return true
  return headers[lastEventId] !== undefined
}

const minDataVersion = requestHeaders.minDataVersion.name.toLowerCase()
const lastEventId = requestHeaders.lastEventId.name.toLowerCase()
