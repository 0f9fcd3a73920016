import { openapi } from '@p2p-rates/contract'
import { implement } from '../http/implement.js'

/** `document` is generated once at start from the schemas that the server enforces. */
export const openapiEndpoint = (document: { readonly openapi: string }) =>
  implement(
    openapi,
    () => ({ answer: document }),
    () => ({ version: 'openapi', refreshAtMonoMs: Number.POSITIVE_INFINITY }),
  )
