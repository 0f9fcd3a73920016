import { apiRoot, livez, readyz, root, toServiceResponse } from '@p2p-rates/contract'
import { ApiError } from '../../base/errors/api-error.js'
import { retryAfter } from '../../base/errors/retry-after.js'
import { version } from '../../base/version.js'
import { handle, type RouteHandler } from '../route-handler.js'

export const livezEndpoint = () => handle(livez, () => ({ answer: { status: 'ok', version } as const }))

export const serviceEndpoints = (publicUrl: string): readonly RouteHandler[] =>
  [root, apiRoot, { ...apiRoot, path: `${apiRoot.path}/` }].map((endpoint) =>
    handle(endpoint, () => ({ answer: toServiceResponse(version, publicUrl) })),
  )

export const readyzEndpoint = (ports: {
  trouble: () => Promise<string | null>
  hasFreshData: () => boolean
  isStopping: () => boolean
}) =>
  handle(readyz, async () => {
    const later = retryAfter(5)
    if (ports.isStopping()) throw new ApiError({ code: 'overloaded', message: 'The service is stopping.' }, later)
    const trouble = await ports.trouble()
    if (trouble !== null) throw new ApiError({ code: 'storage_unavailable', message: trouble }, later)
    if (!ports.hasFreshData())
      throw new ApiError({ code: 'data_unavailable', message: 'There are no fresh data yet.' }, later)
    return { answer: { status: 'ok' } as const }
  })
