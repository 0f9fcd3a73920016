import { apiRoot, livez, presentService, readyz, root } from '@p2p-rates/contract'
import { type Implementation, implement } from '../http/implement.js'
import { ApiError } from '../refusals/api-error.js'
import { retryAfter } from '../refusals/retry-after.js'
import { version } from '../version.js'

export const livezEndpoint = () => implement(livez, () => ({ answer: { status: 'ok', version } as const }))

/** The first thing a browser or a curious person asks for. */
export const serviceEndpoints = (publicUrl: string): readonly Implementation[] =>
  [root, apiRoot, { ...apiRoot, path: `${apiRoot.path}/` }].map((endpoint) =>
    implement(endpoint, () => ({ answer: presentService(version, publicUrl) })),
  )

/** Ready: nothing troubles us, some fresh data are known, and nobody is stopping us. */
export const readyzEndpoint = (ports: {
  trouble: () => Promise<string | null>
  hasFreshData: () => boolean
  isStopping: () => boolean
}) =>
  implement(readyz, async () => {
    const later = retryAfter(5)
    if (ports.isStopping()) throw new ApiError({ code: 'overloaded', message: 'The service is stopping.' }, later)
    const trouble = await ports.trouble()
    if (trouble !== null) throw new ApiError({ code: 'storage_unavailable', message: trouble }, later)
    if (!ports.hasFreshData())
      throw new ApiError({ code: 'data_unavailable', message: 'There are no fresh data yet.' }, later)
    return { answer: { status: 'ok' } as const }
  })
