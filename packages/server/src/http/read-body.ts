import type { IncomingMessage } from 'node:http'
import { ApiError } from '../base/errors/api-error.js'
import { readUpTo } from '../base/read-up-to.js'

const maxBytes = 16 * 1024

export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  refuseOtherMedia(request)
  return jsonOf(await readBytes(request))
}

export async function readOptionalJsonBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request)
  if (bytes.length === 0) return undefined
  refuseOtherMedia(request)
  return jsonOf(bytes)
}

function jsonOf(bytes: Buffer): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ApiError({ code: 'invalid_json', message: 'The body is not valid UTF-8.' })
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError({ code: 'invalid_json', message: 'The body is not valid JSON.' })
  }
}

export function refuseOtherMedia(request: IncomingMessage): void {
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    throw new ApiError({ code: 'unsupported_media_type', message: 'Send the body as application/json.' })
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity')
    throw new ApiError({ code: 'unsupported_media_type', message: 'Send the body without a content encoding.' })
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const bytes = await readUpTo(request, maxBytes).catch(() => {
    // A client that disconnects while sending is not a server error.
    throw new ApiError({ code: 'invalid_json', message: 'The body ended early.' })
  })
  if (bytes === null) throw tooLarge()
  return bytes
}

/** Leave the rest of the body unread: the connection closes with the reply. */
const tooLarge = () =>
  new ApiError({ code: 'body_too_large', message: 'The body is larger than 16 KiB.' }, ['Connection', 'close'])
