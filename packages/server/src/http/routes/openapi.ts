import { openapi } from '@p2p-rates/contract'
import { handle } from '../route-handler.js'

/** `document` is generated once at start from the schemas that the server enforces. */
export const openapiEndpoint = (document: { readonly openapi: string }) =>
  handle(
    openapi,
    () => ({ answer: document }),
    () => ({ version: 'openapi', refreshAtMonoMs: Number.POSITIVE_INFINITY }),
  )
