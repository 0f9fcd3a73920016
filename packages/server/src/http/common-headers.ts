import { type Access, answerHeaders, apiKeyHeader, isForPages, isOpenToOrigins } from '@p2p-rates/contract'

/** What colours an answer: who asks, and in which encoding. */
const varyingByKey = [apiKeyHeader, 'Authorization', 'Accept-Encoding'].join(', ')

/** What every answer carries, whoever asked. Other origins may read most of what takes a key or nothing, never what takes a cookie. */
export function addCommonHeaders(headers: string[], requestId: string, access: Access): string[] {
  const varying = isForPages(access.kind) ? 'Cookie, Accept-Encoding' : varyingByKey
  headers.push(answerHeaders.vary.name, varying, 'X-Content-Type-Options', 'nosniff')
  if (isOpenToOrigins(access)) headers.push('Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', '*')
  headers.push(answerHeaders.requestId.name, requestId)
  return headers
}
