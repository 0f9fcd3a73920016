import { exchangeIds, type FaultKind, type Fiat } from '@p2p-rates/core'
import { createRandom, faultKinds, seedFor } from '@p2p-rates/core/internal'

export const durations = ['one cycle', 'an hour', 'flapping'] as const
export const spreads = ['one side', 'one currency', 'everything'] as const

export type FaultCase = {
  readonly number: number
  readonly exchange: string
  readonly kind: FaultKind
  readonly duration: (typeof durations)[number]
  readonly spread: (typeof spreads)[number]
  /** For kinds that may say how long to stay away. */
  readonly retryAfterSeconds: number | undefined
}

/** All 648, in an order in which any beginning covers every kind. */
export const allCases = (seed: number): readonly FaultCase[] => {
  const cases = spreads.toReversed().flatMap((spread) =>
    exchangeIds.flatMap((_, turn) =>
      durations.flatMap((duration, row) =>
        faultKinds.map((kind, column) => ({
          exchange: exchangeIds[(turn + row + column) % exchangeIds.length] ?? '',
          kind,
          duration,
          spread,
        })),
      ),
    ),
  )
  return cases.map((one, number) => {
    const random = createRandom(seedFor(seed, 'retry after', number))
    const says = ['rate_limited', 'unavailable'].includes(one.kind) && random.chance(0.5)
    return { ...one, number, retryAfterSeconds: says ? random.integer(1, 900) : undefined }
  })
}

export const describeCase = ({ exchange, kind, duration, spread, retryAfterSeconds }: FaultCase): string =>
  `${exchange} ${kind}${retryAfterSeconds === undefined ? '' : ` (retry after ${retryAfterSeconds} s)`}, ${duration}, ${spread}`

/** When the exchange is ill, in seconds from the beginning of the trouble. */
export const faultPeriods = (one: FaultCase, seed: number) => {
  if (one.duration === 'one cycle') return [{ from: 0, to: 300 }]
  if (one.duration === 'an hour') return [{ from: 0, to: 3_600 }]
  const random = createRandom(seedFor(seed, 'flapping', one.number))
  const spells: { from: number; to: number }[] = []
  for (let at = 0; at < 3_600; at += random.integer(10, 180)) {
    const from = at
    at += random.integer(10, 180)
    spells.push({ from, to: at })
  }
  return spells
}

export const affects = ({ spread }: FaultCase, fiat: Fiat | string, side: string): boolean =>
  spread === 'everything' || (fiat === 'UAH' && (spread === 'one currency' || side === 'BUY'))

const probe = 12
/** Seconds until markets are read again if the server hasn't paused the whole exchange: one cycle and a probe. */
const nextCycle = 300 + probe

/** Seconds after the last fault within which the server must stop backing off. */
export const boundSeconds = ({ kind, retryAfterSeconds }: FaultCase): number =>
  probe + (retryAfterSeconds === undefined ? bounds[kind] : retryAfterSeconds + 60)

/** And how many until all its data are new: at once when it was shut out as a whole. */
export const completeSeconds = (one: FaultCase, wasShut: boolean): number =>
  wasShut && one.spread === 'everything' ? boundSeconds(one) : Math.max(boundSeconds(one), nextCycle)

const bounds: Readonly<Record<FaultKind, number>> = {
  timeout: 90,
  network: 90,
  tls: 90,
  dns: 90,
  unavailable: 90,
  bad_response: 90,
  rate_limited: 960,
  blocked: 3_600,
  too_large: 960,
  redirect: 960,
  schema_drift: 300,
  no_market: 300,
}

/** The most that an exchange may be asked in an hour in which everything it says is wrong. */
export const mostAskedInAnHour = ({ kind, retryAfterSeconds }: FaultCase, markets: number): number => {
  const inFlight = 2
  const downhill = 5 + inFlight + Math.max(1, markets / 10)
  if (retryAfterSeconds !== undefined) return inFlight + 1 + Math.ceil(3_600 / retryAfterSeconds)
  switch (kind) {
    case 'rate_limited':
      return inFlight + 8
    case 'blocked':
      return inFlight + 3
    case 'too_large':
    case 'redirect':
      return inFlight + 5
    case 'schema_drift':
    case 'no_market':
      return 13 * markets
    default:
      return downhill + 61
  }
}
