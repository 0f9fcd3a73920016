import { apiRoot, type Liveness, livez, presentService, type Readiness, readyz, root } from '@p2p-rates/contract'
import type { PublicImplementation } from '../http/app.js'
import { jsonBytes, jsonHeaders, notKept, problemReply, type Reply } from '../http/reply.js'
import { retryAfter } from '../refusals/retry-after.js'
import { version } from '../version.js'

const tell = (answer: unknown): Reply => {
  const body = jsonBytes(answer)
  return { status: 200, headers: [...jsonHeaders(body), ...notKept], body }
}

export const livezEndpoint = (): PublicImplementation => ({
  endpoint: livez,
  reply: async () => tell({ status: 'ok', version } satisfies Liveness),
})

/** The first thing a browser or a curious person asks for. */
export const serviceEndpoints = (publicUrl: string): readonly PublicImplementation[] =>
  [root, apiRoot].map((endpoint) => ({ endpoint, reply: async () => tell(presentService(version, publicUrl)) }))

/** Ready: writes reach the disk, some fresh data are known, and nobody is stopping us. */
export const readyzEndpoint = (ports: {
  canWrite: () => Promise<boolean>
  hasFreshData: () => boolean
  isStopping: () => boolean
}): PublicImplementation => ({
  endpoint: readyz,
  reply: async () => {
    const later = retryAfter(5)
    if (ports.isStopping()) return problemReply({ code: 'overloaded', message: 'The service is stopping.' }, later)
    if (!(await ports.canWrite()))
      return problemReply({ code: 'storage_unavailable', message: 'The storage cannot be written.' }, later)
    if (!ports.hasFreshData())
      return problemReply({ code: 'data_unavailable', message: 'There are no fresh data yet.' }, later)
    return tell({ status: 'ok' } satisfies Readiness)
  },
})
