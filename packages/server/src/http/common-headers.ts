import { type Access, answerHeaders, apiKeyHeader, isForPages, isOpenToOrigins } from '@p2p-rates/contract'

const varyingByKey = [apiKeyHeader, 'Authorization', 'Accept-Encoding'].join(', ')

/** Responses are data, not pages: if a browser opens one, it runs and frames nothing. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

/**
 * Adds the headers of every response. Other origins may read public and key endpoints, never endpoints that take a
 * cookie.
 */
export function addCommonHeaders(headers: string[], requestId: string, access: Access): string[] {
  const varying = isForPages(access.kind) ? 'Cookie, Accept-Encoding' : varyingByKey
  headers.push(
    answerHeaders.vary.name,
    varying,
    'X-Content-Type-Options',
    'nosniff',
    'Content-Security-Policy',
    dataPolicy,
  )
  if (isOpenToOrigins(access)) headers.push('Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', '*')
  headers.push(answerHeaders.requestId.name, requestId)
  return headers
}
