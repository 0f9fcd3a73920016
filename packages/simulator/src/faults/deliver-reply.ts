import type { ServerResponse } from 'node:http'
import type { Reply } from './distort-reply.js'
import type { ActiveFault } from './fault-schedule.js'

/** Sends a reply, or fails to, as the faults demand. Later faults win over earlier ones. */
export function deliverReply(response: ServerResponse, reply: Reply, active: readonly ActiveFault[], later: Later) {
  const fault = active.findLast(({ fault: { kind } }) => transportFaults.has(kind))?.fault
  switch (fault?.kind) {
    case 'timeout':
      return
    // A certificate is only looked at again on a new connection.
    case 'tls':
    case 'network':
      response.socket?.resetAndDestroy()
      return
    case 'slow_first_byte':
      later(() => send(response, reply), fault.delayMs)
      return
    case 'reset': {
      const cutAt = fault.afterBytes ?? Math.floor(reply.body.length / 2)
      writeHead(response, reply)
      response.write(reply.body.subarray(0, cutAt), () => response.socket?.resetAndDestroy())
      return
    }
    case 'drip':
      writeHead(response, reply)
      drip(response, reply.body, fault.bytes ?? 1, fault.everyMs ?? 1000, later)
      return
    default:
      send(response, reply)
  }
}

/** Runs something after a while, unless the simulator is closed before. */
export type Later = (run: () => void, delayMs: number) => void

const transportFaults: ReadonlySet<string> = new Set(['timeout', 'network', 'tls', 'slow_first_byte', 'reset', 'drip'])

function send(response: ServerResponse, reply: Reply): void {
  writeHead(response, reply)
  response.end(reply.body)
}

const writeHead = (response: ServerResponse, { status, headers, body }: Reply) =>
  response.writeHead(status, { ...headers, 'content-length': body.length })

function drip(response: ServerResponse, body: Buffer, bytes: number, everyMs: number, later: Later, from = 0): void {
  if (response.destroyed) return
  if (from >= body.length) {
    response.end()
    return
  }
  response.write(body.subarray(from, from + bytes))
  later(() => drip(response, body, bytes, everyMs, later, from + bytes), everyMs)
}
