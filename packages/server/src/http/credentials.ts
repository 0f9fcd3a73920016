import type { IncomingHttpHeaders } from 'node:http'

/** The key as it was sent: `X-API-Key` wins without a fallback, an empty header was not sent, the query string is never read. */
export function readCredential(headers: IncomingHttpHeaders): string | null {
  const own = headers['x-api-key']
  // Node joins a repeated header with a comma, which no key contains: it is then simply a wrong key.
  if (own !== undefined && own !== '') return String(own)
  const authorization = headers.authorization
  if (authorization === undefined) return null
  const space = authorization.indexOf(' ')
  if (space < 0 || authorization.slice(0, space).toLowerCase() !== 'bearer') return null
  const token = authorization.slice(space + 1).trim()
  return token === '' ? null : token
}
