import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { extname } from 'node:path'
import { answerHeaders } from '@p2p-rates/contract'
import { createEncodingReader, type Encoding } from '../encodings.js'
import { contentHeaders, type Reply } from '../reply.js'
import type { BuiltPages } from './built-pages.js'
import { pageHeaders } from './page-headers.js'

export type StaticFileReplies = (path: string, headers: IncomingHttpHeaders, keeping: string) => Promise<Reply> | null

export function createStaticFileReplies(built: BuiltPages): StaticFileReplies {
  const wantedEncodings = createEncodingReader()
  const etags = new Map<string, string>()

  const etagOf = (name: string, body: Buffer): string => {
    const etag = etags.get(name) ?? `"${createHash('sha1').update(body).digest('base64url').slice(0, 20)}"`
    etags.set(name, etag)
    return etag
  }

  const reply = async (
    path: string,
    encoding: Encoding,
    headers: IncomingHttpHeaders,
    keeping: string,
  ): Promise<Reply> => {
    const body = await built.read(path, encoding)
    const etag = etagOf(`${encoding} ${path}`, body)
    const told = [
      answerHeaders.etag.name,
      etag,
      answerHeaders.cacheControl.name,
      keeping,
      answerHeaders.vary.name,
      'Accept-Encoding',
      ...pageHeaders,
    ]
    if (headers['if-none-match']?.includes(etag) === true) return { status: 304, headers: told, body: null }
    const encoded = encoding === 'identity' ? [] : [answerHeaders.contentEncoding.name, encoding]
    return { status: 200, headers: [...contentHeaders(typeOf(path), body), ...encoded, ...told], body }
  }

  return (path, headers, keeping) => {
    const there = built.encodingsOf(path)
    if (there === null) return null
    const wanted = wantedEncodings(headers['accept-encoding'])
    return reply(path, wanted.find((encoding) => there.includes(encoding)) ?? 'identity', headers, keeping)
  }
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
}

const typeOf = (path: string): string => types[extname(path)] ?? 'application/octet-stream'
