import type { IncomingMessage } from 'node:http'
import { LightHeaders, lightResponse } from './light-headers-and-response.js'

export async function nodeFetch(url: string, init: RequestInit): Promise<Response> {
  // An import would touch every export of these modules, and one of them loads the whole of Node's own fetch.
  const { request } = process.getBuiltinModule(url.startsWith('https:') ? 'node:https' : 'node:http')
  const body = typeof init.body === 'string' ? Buffer.from(init.body) : null
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request(url, {
      method: init.method ?? 'GET',
      headers: {
        ...Object.fromEntries(new LightHeaders(init.headers as Record<string, string>)),
        ...(body === null ? {} : { 'content-length': String(body.byteLength) }),
      },
      ...(init.signal ? { signal: init.signal } : {}),
    })
    outgoing
      .once('response', resolve)
      .once('error', reject)
      .end(body ?? undefined)
  })
  const { statusCode: status = 502, statusMessage: statusText = '' } = message
  return lightResponse({ status, statusText, headers: headersOf(message) }, message)
}

function headersOf({ rawHeaders }: IncomingMessage): LightHeaders {
  const headers = new LightHeaders()
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '')
  return headers
}
