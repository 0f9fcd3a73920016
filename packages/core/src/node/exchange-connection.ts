import type { Exchange, PageRequest, WireRequest } from '../exchanges/define-exchange.js'
import type { HttpAnswer } from '../exchanges/read-answer.js'
import { type Fault, isFault } from '../fault.js'
import type { Ports } from './clock-and-random-ports.js'
import type { Pace } from './pace.js'

/** One request. `about` describes it for remote collectors: a page of ads, or the name lists if `ads` is null. */
export type ExchangeRequest = {
  readonly request: WireRequest
  readonly about?: { readonly fiat: string; readonly ads: PageRequest | null }
}

export type Send = (asked: ExchangeRequest, signal?: AbortSignal) => Promise<HttpAnswer | Fault>

export type ExchangeConnection = {
  readonly exchange: Exchange
  fetchAndParse<T extends object>(
    asked: ExchangeRequest,
    understand: (answer: HttpAnswer, observedAtMs: number) => T | Fault,
    signal?: AbortSignal,
  ): Promise<T | Fault>
}

type Parts = {
  readonly exchange: Exchange
  readonly send: Send
  readonly pace: Pace
  readonly nextSlot: NextTurn
  readonly ports: Pick<Ports, 'now'>
}

export const openExchangeConnection = ({ exchange, send, pace, nextSlot, ports }: Parts): ExchangeConnection => ({
  exchange,
  fetchAndParse: (request, parse, signal) =>
    pace.run(async () => {
      const answer = await send(request, signal)
      // Reading a page takes a millisecond. Pages that arrive together must not add up.
      await nextSlot()
      const result = isFault(answer) ? answer : parse(answer, answer.remote?.observedAtMs ?? ports.now())
      if (isFault(result)) backOffAfter(result, pace)
      return result
    }, signal),
})

function backOffAfter(fault: Fault, pace: Pace): void {
  if (fault.retryAfterSeconds !== undefined) pace.backOff(fault.retryAfterSeconds)
  else if (fault.kind === 'rate_limited') pace.backOff(defaultBackOffSeconds)
}

/** The pause after a "too many requests" that names none. */
const defaultBackOffSeconds = 60

export type NextTurn = () => Promise<void>

/** Callers continue one by one, each in another turn of the event loop. Other work runs in between. */
export function createEventLoopTurns(): NextTurn {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => new Promise<void>((resolve) => setImmediate(resolve)))
    return last
  }
}
