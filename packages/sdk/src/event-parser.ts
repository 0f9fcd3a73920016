import { MalformedAnswerError } from './errors.js'

export type ServerEvent = {
  readonly type: string
  readonly data: string
  readonly id: string
  /** Pause before connecting again, as the server last asked for. */
  readonly retryMs: number | null
}

export type EventParser = {
  /** Takes the next piece of the stream, however it was cut, and gives the events it completes. */
  read(text: string): ServerEvent[]
}

/** The service sends no larger event. */
const maxEventLength = 1_000_000

/** Reads the format as the HTML standard defines it for EventSource. Throws when an event has no end. */
export function createEventParser(): EventParser {
  let line = ''
  let afterReturn = false
  let type = ''
  let data: string[] = []
  let dataLength = 0
  let id = ''
  let retryMs: number | null = null

  function endLine(events: ServerEvent[]): void {
    if (line === '') {
      endEvent(events)
      return
    }
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    line = ''
    if (field === 'data') addData(value)
    else if (field === 'event') type = value
    else if (field === 'id' && !value.includes('\0')) id = value
    else if (field === 'retry' && /^\d{1,9}$/.test(value)) retryMs = Number(value)
  }

  function addData(value: string): void {
    dataLength += value.length + 1
    bound(dataLength)
    data.push(value)
  }

  function endEvent(events: ServerEvent[]): void {
    if (data.length > 0) events.push({ type: type || 'message', data: data.join('\n'), id, retryMs })
    type = ''
    data = []
    dataLength = 0
  }

  return {
    read(text) {
      const events: ServerEvent[] = []
      // Lines end with CR LF, LF or CR; a CR LF may be cut in two.
      const pieces = (afterReturn && text.startsWith('\n') ? text.slice(1) : text).split(/\r\n|\n|\r/)
      if (text !== '') afterReturn = text.endsWith('\r')
      for (const [index, piece] of pieces.entries()) {
        line += piece
        bound(line.length)
        if (index < pieces.length - 1) endLine(events)
      }
      return events
    },
  }
}

function bound(length: number): void {
  if (length > maxEventLength) throw new MalformedAnswerError('An event of the stream has no end.', 200, null)
}
