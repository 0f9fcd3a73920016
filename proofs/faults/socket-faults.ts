import { exchangeIds, type FaultKind, type Fiat } from '@p2p-rates/core'
import { createExchangeClient } from '@p2p-rates/core/node'
import { type BookClient, createFakeTime, openIngest } from '@p2p-rates/server/testing'
import { type SimulatedFault, startSimulator } from '@p2p-rates/simulator'

export const socketFaults: readonly (readonly [SimulatedFault, FaultKind])[] = [
  [{ kind: 'timeout' }, 'timeout'],
  [{ kind: 'slow_first_byte', delayMs: 5_000 }, 'timeout'],
  [{ kind: 'drip', bytes: 1, everyMs: 20 }, 'timeout'],
  [{ kind: 'reset', afterBytes: 100 }, 'network'],
  [{ kind: 'network' }, 'network'],
  [{ kind: 'rate_limited', retryAfter: '120' }, 'rate_limited'],
  [{ kind: 'rate_limited' }, 'rate_limited'],
  [{ kind: 'rate_limited', retryAfter: 'tomorrow' }, 'rate_limited'],
  [{ kind: 'blocked', as: 'html' }, 'blocked'],
  [{ kind: 'blocked', as: 'teapot' }, 'blocked'],
  [{ kind: 'blocked', as: 'captcha' }, 'blocked'],
  [{ kind: 'unavailable', status: 502, as: 'html' }, 'unavailable'],
  [{ kind: 'unavailable', status: 503, as: 'json', retryAfter: '40' }, 'unavailable'],
  [{ kind: 'bad_response', as: 'truncated' }, 'bad_response'],
  [{ kind: 'bad_response', as: 'wrong_encoding' }, 'bad_response'],
  [{ kind: 'bad_response', as: 'wrong_charset' }, 'bad_response'],
  [{ kind: 'too_large', as: 'oversize' }, 'too_large'],
  [{ kind: 'too_large', as: 'gzip_bomb' }, 'too_large'],
  [{ kind: 'too_large', as: 'deep' }, 'too_large'],
  [{ kind: 'redirect' }, 'redirect'],
  [{ kind: 'schema_drift', as: 'rows' }, 'schema_drift'],
  [{ kind: 'schema_drift', as: 'envelope' }, 'schema_drift'],
]

const fiats: readonly Fiat[] = ['UAH', 'EUR']

export const runOnSockets = async (exchange: string, fault: SimulatedFault, kind: FaultKind, seed: number) => {
  const breaches: string[] = []
  const time = createFakeTime()
  const simulator = await startSimulator({ seed, now: time.clock.wallMs, exchanges: exchangeIds })
  const client = createExchangeClient({
    baseUrls: simulator.baseUrls,
    pace: { minIntervalMs: 0 },
    // Shorten limits only for timeouts, so that a busy machine doesn't make other exchanges time out.
    ...(kind === 'timeout' ? { limits: { firstByteMs: 1_500, totalMs: 2_500 } } : {}),
    ports: { now: time.clock.wallMs, elapsedMs: time.clock.monoMs },
  })
  const wire = countInFlight(client)
  const room = await openIngest({ time, fiats, client: wire.client })
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 5) {
      await wire.quiet()
      await room.pass(5_000)
    }
    await wire.quiet()
    await room.settle()
  }
  const others = exchangeIds.filter((id) => id !== exchange)
  try {
    room.room.start()
    await pass(60)
    if (!exchangeIds.every((id) => room.used('UAH').includes(id))) breaches.push('the calm before was not calm')
    const heal = simulator.fault(exchange, fault)
    await pass(900)
    if (room.used('UAH').includes(exchange)) breaches.push('it is still shown')
    if (!others.every((id) => room.used('UAH').includes(id))) breaches.push('others are missing')
    const told = new Set(room.events.flatMap((event) => (event.kind === 'fault' ? [event.fault.kind] : [])))
    if (!told.has(kind)) breaches.push(`called ${[...told].join(' ') || 'nothing'}`)
    if (room.events.some((event) => event.kind === 'fault' && event.exchange !== exchange))
      breaches.push('others were said to fail')
    heal()
    await pass(1_000)
    if (!room.used('UAH').includes(exchange)) breaches.push('it is not back')
    if (simulator.trap.deliveries.length > 0) breaches.push('a redirect was followed')
    if (room.events.some((event) => event.kind === 'crash')) breaches.push('something was thrown')
  } finally {
    room.room.stop()
    await client.close()
    await simulator.close()
  }
  return breaches
}

/** Moved time must stand still while a real answer is on its way. */
const countInFlight = (client: BookClient) => {
  let inFlight = 0
  const quiet = async (): Promise<void> => {
    let calmTurns = 0
    while (calmTurns < 3) {
      await new Promise<void>((resolve) => setTimeout(resolve, inFlight === 0 ? 0 : 2))
      calmTurns = inFlight === 0 ? calmTurns + 1 : 0
    }
  }
  const counted: BookClient = {
    fetchBook: async (market, options) => {
      inFlight += 1
      try {
        return await client.fetchBook(market, options)
      } finally {
        inFlight -= 1
      }
    },
  }
  return { client: counted, quiet }
}
