import {
  apiRoot,
  featuresOf,
  livez,
  markets,
  openapi,
  paymentMethods,
  readyz,
  root,
  toMarketsResponse,
  toPaymentMethodsResponse,
  toServiceResponse,
} from '@p2p-rates/contract'
import type { ExchangeId } from '@p2p-rates/core'
import { allowanceOf } from '../../accounts/actor.js'
import { ApiError, retryAfter } from '../../base/errors/api-error.js'
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

export const marketsEndpoint = (exchangeIds: readonly ExchangeId[]) =>
  handle(
    markets,
    ({ actor }) => {
      const { plan, limits } = allowanceOf(actor)
      return { answer: toMarketsResponse(plan, limits, featuresOf(plan), exchangeIds) }
    },
    // The only cached answer with facts about the caller: one entry per plan.
    (_, actor) => {
      const { plan, limits } = allowanceOf(actor)
      return {
        version: 'markets',
        variant: `${plan} ${limits.requestsPerMinute}`,
        refreshAtMonoMs: Number.POSITIVE_INFINITY,
      }
    },
  )

export const paymentMethodsEndpoint = () =>
  handle(
    paymentMethods,
    () => ({ answer: toPaymentMethodsResponse() }),
    () => ({ version: 'dictionary', refreshAtMonoMs: Number.POSITIVE_INFINITY }),
  )

/** `build` makes the document from the schemas that the server enforces. It runs at the first request; the answer is cached. */
export const openapiEndpoint = (build: () => { readonly openapi: string }) =>
  handle(
    openapi,
    () => ({ answer: build() }),
    () => ({ version: 'openapi', refreshAtMonoMs: Number.POSITIVE_INFINITY }),
  )
