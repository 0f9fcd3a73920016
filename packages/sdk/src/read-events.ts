import type { Ports } from './clock-and-random-ports.js'
import { openDeadline } from './deadline.js'
import { createEventParser, type ServerEvent } from './event-parser.js'
import type { PreparedRequest } from './prepare-request.js'
import { malformed, mediaTypeOf, readErrorResponse } from './read-answer.js'
import { readText } from './read-text.js'
import { type ResponseMeta, readResponseMeta } from './response-meta.js'
import type { Settings } from './settings.js'

export type ReadEventsOptions = {
  /** Milliseconds for the connection to be made. */
  readonly timeout: number
  /** Milliseconds without a sign of life. */
  readonly maxSilence: number
  readonly signal: AbortSignal
  readonly onOpen: (facts: ResponseMeta) => void
}

export const eventStreamType = 'text/event-stream'

export async function* readEvents(
  { url, init }: PreparedRequest,
  { timeout, maxSilence, signal, onOpen }: ReadEventsOptions,
  { fetch }: Pick<Settings, 'fetch'>,
  ports: Ports,
): AsyncGenerator<ServerEvent, void, undefined> {
  const deadline = openDeadline(new URL(url).origin, signal, ports)
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  try {
    deadline.extend(timeout, `The stream did not begin within ${timeout} ms.`)
    const response = await deadline.hold(() => fetch(url, { ...init, signal: deadline.signal }))
    if (!response.ok) throw readErrorResponse(response, await deadline.hold(() => readText(response)), ports.now())
    if (!mediaTypeOf(response).startsWith(eventStreamType)) throw malformed(response, 'is not an event stream')
    reader = response.body?.getReader()
    if (reader === undefined) throw malformed(response, 'has no body')
    onOpen(readResponseMeta(response.headers))

    const parser = createEventParser()
    const decoder = new TextDecoder()
    for (;;) {
      deadline.extend(maxSilence, `The stream was silent for ${maxSilence} ms.`)
      const { done, value } = await deadline.hold(reader.read.bind(reader))
      if (done) return
      yield* parser.read(decoder.decode(value, { stream: true }))
    }
  } finally {
    deadline.end()
    reader?.cancel().catch(() => {})
  }
}
