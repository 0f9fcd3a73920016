import type { IncomingHttpHeaders } from 'node:http'

/**
 * Returns the API key as sent. `X-API-Key` wins over `Authorization`; an empty header counts as absent; the query
 * string is never read.
 */
export function readApiKey(headers: IncomingHttpHeaders): string | null {
  const own = headers['x-api-key']
  // Node joins repeated headers with a comma, which no key contains, so the result is an invalid key.
  if (own !== undefined && own !== '') return String(own)
  const authorization = headers.authorization
  if (authorization === undefined) return null
  const space = authorization.indexOf(' ')
  if (space < 0 || authorization.slice(0, space).toLowerCase() !== 'bearer') return null
  const token = authorization.slice(space + 1).trim()
  return token === '' ? null : token
}
