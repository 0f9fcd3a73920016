import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

/** `fetch` over node:http(s): a third of the time it takes to load the built-in one is all a command needs. */
export async function nodeFetch(url: string, init: RequestInit): Promise<Response> {
  const { request } = url.startsWith('https:') ? await import('node:https') : await import('node:http')
  const body = typeof init.body === 'string' ? Buffer.from(init.body) : null
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request(url, {
      method: init.method ?? 'GET',
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        ...(body === null ? {} : { 'content-length': String(body.byteLength) }),
      },
      ...(init.signal ? { signal: init.signal } : {}),
    })
    outgoing
      .once('response', resolve)
      .once('error', reject)
      .end(body ?? undefined)
  })
  return new Response(await bodyOf(message), { status: message.statusCode ?? 502, headers: headersOf(message) })
}

/** Streams stay open; everything else is read at once, which costs less. */
async function bodyOf(message: IncomingMessage): Promise<NonNullable<RequestInit['body']> | null> {
  const status = message.statusCode ?? 502
  if (status === 204 || status === 304) {
    message.resume()
    return null
  }
  if (message.headers['content-type']?.startsWith('text/event-stream') === true)
    return Readable.toWeb(message) as ReadableStream<Uint8Array>
  const chunks: Uint8Array[] = []
  for await (const chunk of message) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '')
  return headers
}
