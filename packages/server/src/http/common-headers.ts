import { type Access, answerHeaders, apiKeyHeader, isForPages } from '@p2p-rates/contract'

/** What colours an answer: who asks, and in which encoding. */
const varyingByKey = [apiKeyHeader, 'Authorization', 'Accept-Encoding'].join(', ')

/** What every answer carries, whoever asked. Other origins may read what takes a key or nothing, never what takes a cookie. */
export function addCommonHeaders(headers: string[], requestId: string, kind: Access['kind']): string[] {
  if (isForPages(kind))
    headers.push(answerHeaders.vary.name, 'Cookie, Accept-Encoding', 'X-Content-Type-Options', 'nosniff')
  else
    headers.push(
      answerHeaders.vary.name,
      varyingByKey,
      'X-Content-Type-Options',
      'nosniff',
      'Access-Control-Allow-Origin',
      '*',
      'Access-Control-Expose-Headers',
      '*',
    )
  headers.push(answerHeaders.requestId.name, requestId)
  return headers
}
