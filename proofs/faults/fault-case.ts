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
  probe + (retryAfterSeconds === undefined ? limits[kind].seconds : retryAfterSeconds + 60)

/** And how many until all its data are new: at once when it was shut out as a whole. */
export const completeSeconds = (one: FaultCase, wasShut: boolean): number =>
  wasShut && one.spread === 'everything' ? boundSeconds(one) : Math.max(boundSeconds(one), nextCycle)

/** The most that an exchange may be asked in an hour in which everything it says is wrong. */
export const mostAskedInAnHour = ({ kind, retryAfterSeconds }: FaultCase, markets: number): number =>
  retryAfterSeconds === undefined
    ? limits[kind].mostAsked(markets)
    : inFlight + 1 + Math.ceil(3_600 / retryAfterSeconds)

const inFlight = 2
const backingOff = (markets: number): number => 5 + inFlight + Math.max(1, markets / 10) + 61
const eachCycle = (markets: number): number => 13 * markets

const limits: Readonly<
  Record<FaultKind, { readonly seconds: number; readonly mostAsked: (markets: number) => number }>
> = {
  timeout: { seconds: 90, mostAsked: backingOff },
  network: { seconds: 90, mostAsked: backingOff },
  tls: { seconds: 90, mostAsked: backingOff },
  dns: { seconds: 90, mostAsked: backingOff },
  unavailable: { seconds: 90, mostAsked: backingOff },
  bad_response: { seconds: 90, mostAsked: backingOff },
  rate_limited: { seconds: 960, mostAsked: () => inFlight + 8 },
  blocked: { seconds: 3_600, mostAsked: () => inFlight + 3 },
  too_large: { seconds: 960, mostAsked: () => inFlight + 5 },
  redirect: { seconds: 960, mostAsked: () => inFlight + 5 },
  schema_drift: { seconds: 300, mostAsked: eachCycle },
  no_market: { seconds: 300, mostAsked: eachCycle },
}
