import type { Access, Endpoint } from '../endpoint/define-endpoint.js'
import { apiKeyHeader } from '../endpoint/headers.js'
import type { JsonSchema } from './schemas.js'

export const keyRequired = [{ ApiKey: [] }, { Bearer: [] }]

export function securityOf({ kind }: Access): { readonly security?: readonly JsonSchema[] } {
  if (kind === 'key') return {}
  // A session is optional for readers, because the operator may open the pages.
  if (kind === 'reader') return { security: [{ Session: [] }, {}] }
  return { security: kind === 'session' ? [{ Session: [] }] : [] }
}

export const securitySchemesOf = (endpoints: readonly Endpoint[]): Readonly<Record<string, JsonSchema>> => ({
  ...(endpoints.some(({ access }) => access.kind === 'key') ? keySchemes : {}),
  ...(endpoints.some(({ access }) => access.kind === 'session') ? { Session: session } : {}),
})

const keySchemes: Readonly<Record<string, JsonSchema>> = {
  ApiKey: {
    type: 'apiKey',
    in: 'header',
    name: apiKeyHeader,
    description: 'API key; takes precedence if both headers are sent.',
  },
  Bearer: { type: 'http', scheme: 'bearer', description: 'The same key as a bearer token.' },
}

const session: JsonSchema = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-p2p_session',
  description:
    "Set at log-in and sent by the server’s own pages only. On the server's own machine it is `p2p_session`.",
}
