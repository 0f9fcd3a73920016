import type { RequestListener } from 'node:http'
import { answerHeaders, livez, toProblemResponse } from '@p2p-rates/contract'

/** Replies 503 "starting" until `open` is called; `/livez` works from the start. */
export function createStartupGate(handler: RequestListener): {
  readonly listener: RequestListener
  readonly open: () => void
} {
  let isOpen = false
  return {
    listener: (request, response) => {
      if (isOpen || request.url === livez.path) handler(request, response)
      else response.writeHead(503, headers).end(starting)
    },
    open: () => {
      isOpen = true
    },
  }
}

const starting = JSON.stringify(toProblemResponse({ code: 'overloaded', message: 'The service is starting.' }))

const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': Buffer.byteLength(starting),
  [answerHeaders.cacheControl.name]: 'no-store',
  [answerHeaders.retryAfter.name]: '1',
}
