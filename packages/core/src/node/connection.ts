import type { Exchange, WireRequest } from '../exchanges/define-exchange.js'
import type { HttpAnswer } from '../exchanges/read-answer.js'
import type { Fault } from '../fault.js'
import { isFault } from '../fault.js'
import type { Pace } from './pace.js'
import type { Ports } from './ports.js'
import type { Destination, Transport } from './transport.js'
import type { NextTurn } from './turns.js'

/** One exchange as we talk to it. */
export type Connection = {
  readonly exchange: Exchange
  /** Sends one request when its turn comes and lets `understand` judge the answer. */
  ask<T extends object>(
    request: WireRequest,
    understand: (answer: HttpAnswer, observedAtMs: number) => T | Fault,
    signal?: AbortSignal,
  ): Promise<T | Fault>
}

export type ConnectionParts = {
  readonly exchange: Exchange
  readonly destination: Destination
  readonly transport: Transport
  readonly pace: Pace
  readonly nextTurn: NextTurn
  readonly ports: Pick<Ports, 'now'>
  /** Signs a request when its turn has come; absent on the open wire. */
  readonly sign?: (request: WireRequest, atMs: number) => WireRequest
}

export const openConnection = ({
  exchange,
  destination,
  transport,
  pace,
  nextTurn,
  ports,
  sign = (request) => request,
}: ConnectionParts): Connection => ({
  exchange,
  ask: (request, understand, signal) =>
    pace.run(async () => {
      const answer = await transport.send(destination, sign(request, ports.now()), signal)
      // Reading a page takes a millisecond. Pages that arrive together must not add up.
      await nextTurn()
      const result = isFault(answer) ? answer : understand(answer, ports.now())
      if (isFault(result)) standBackAfter(result, pace)
      return result
    }, signal),
})

function standBackAfter(fault: Fault, pace: Pace): void {
  if (fault.retryAfterSeconds !== undefined) pace.standBack(fault.retryAfterSeconds)
  else if (fault.kind === 'rate_limited') pace.standBack(secondsAfterBareRefusal)
}

/** The pause after a "too many requests" that names none. */
const secondsAfterBareRefusal = 60
