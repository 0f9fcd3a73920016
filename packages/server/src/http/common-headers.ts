import { type Access, answerHeaders, apiKeyHeader, isForPages, isOpenToOrigins } from '@p2p-rates/contract'

/** What colours an answer: who asks, and in which encoding. */
const varyingByKey = [apiKeyHeader, 'Authorization', 'Accept-Encoding'].join(', ')

/** Data are no page: a browser that is led here runs and frames nothing. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

/** What every answer carries, whoever asked. Other origins may read most of what takes a key or nothing, never what takes a cookie. */
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
