import type { ServerResponse } from 'node:http'
import type { Reply } from './reply.js'
import type { StreamConnection } from './stream/stream-connection.js'

export function writeReply(response: ServerResponse, reply: Reply, withoutBody = false): void {
  // A stream lasts until its connection closes, so it needs no chunked encoding.
  if (reply.hijack !== undefined) response.useChunkedEncodingByDefault = false
  response.writeHead(reply.status, reply.headers as string[])
  if (reply.hijack !== undefined && !withoutBody) {
    response.flushHeaders()
    reply.hijack(connectionOf(response))
    return
  }
  reply.hijack?.(null)
  if (reply.body === null || withoutBody) response.end()
  // Node sends head and body in one system call; joined to one text by us, they went no faster.
  else response.end(reply.body)
}

const connectionOf = (response: ServerResponse): StreamConnection => ({
  write: (bytes) => response.write(bytes),
  get unsentBytes() {
    return response.writableLength
  },
  end: (lastBytes) => response.end(lastBytes),
  destroy: () => response.destroy(),
  onClose: (listener) => {
    // The client may have disconnected already; `close` won't fire again, so call the listener now.
    if (response.closed) listener()
    else response.once('close', listener)
  },
})
