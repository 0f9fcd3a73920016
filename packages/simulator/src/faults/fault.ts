import type { ExchangeId } from '@p2p-rates/core'

/**
 * Everything that can be made to go wrong, by the class a reader should see.
 * DNS failures happen before any server is asked: point a reader at `unresolvableUrl` for those.
 */
export type SimulatedFault =
  /** Takes the request and never answers. */
  | { readonly kind: 'timeout' }
  /** Answers correctly, but begins only after this long. */
  | { readonly kind: 'slow_first_byte'; readonly delayMs: number }
  /** Answers correctly, a few bytes at a time. */
  | { readonly kind: 'drip'; readonly bytes?: number; readonly everyMs?: number }
  /** Breaks the connection in the middle of the body. */
  | { readonly kind: 'reset'; readonly afterBytes?: number }
  /** Breaks the connection instead of answering. For a refused connection see `Simulator.closePort`. */
  | { readonly kind: 'network' }
  /** Only on a simulator started with `secure`, and for all currencies: shows another certificate. */
  | { readonly kind: 'tls'; readonly certificate: BadCertificate }
  /** `retryAfter` is sent unchanged: seconds, a date, nonsense; absent = no header. */
  | { readonly kind: 'rate_limited'; readonly retryAfter?: string }
  | { readonly kind: 'blocked'; readonly as?: BlockPage }
  | {
      readonly kind: 'unavailable'
      readonly status?: (typeof outages)[number]
      readonly as?: 'html' | 'json' | 'empty'
      readonly retryAfter?: string
    }
  | { readonly kind: 'bad_response'; readonly as?: BrokenBody; readonly atByte?: number }
  | { readonly kind: 'too_large'; readonly as?: Bulk }
  /** Without `to` it points at the simulator's own trap. */
  | { readonly kind: 'redirect'; readonly to?: string }
  | { readonly kind: 'schema_drift'; readonly as?: Drift; readonly share?: number }
  /** A successful empty list. Bitget shows it for all currencies to unwelcome addresses. */
  | { readonly kind: 'no_market' }
  /** The exchange's own error envelope inside an HTTP 200. */
  | { readonly kind: 'refusal' }
  /** Raw control characters inside texts, which JSON forbids. */
  | { readonly kind: 'control_characters' }
  | { readonly kind: 'hostile_names' }
  | { readonly kind: 'swapped_sides' }
  /** The same bytes every time, as they were when the fault began. */
  | { readonly kind: 'frozen' }
  /** Prices rise by this much, at once or evenly over a while. On all exchanges it is real, on one it is a lie. */
  | { readonly kind: 'devaluation'; readonly pct?: number; readonly overMs?: number }

export type FaultName = SimulatedFault['kind']
const badCertificates = ['unknown', 'expired', 'wrong_name'] as const
export type BadCertificate = (typeof badCertificates)[number]

const blockPages = ['html', 'teapot', 'legal', 'captcha', 'json'] as const
export type BlockPage = (typeof blockPages)[number]

const outages = [500, 502, 503, 504] as const

const brokenBodies = ['truncated', 'wrong_encoding', 'wrong_charset', 'not_json', 'empty'] as const
export type BrokenBody = (typeof brokenBodies)[number]

const bulks = ['oversize', 'gzip_bomb', 'brotli_bomb', 'deep'] as const
export type Bulk = (typeof bulks)[number]

const drifts = ['rows', 'envelope', 'numbers'] as const
export type Drift = (typeof drifts)[number]

/** A name that never resolves, reserved for this purpose. */
export const unresolvableUrl = 'http://exchange.invalid'

export type FaultTarget = {
  readonly exchange: ExchangeId | 'all'
  readonly fiat?: string | undefined
  /** When it happens, by the simulator's clock; from now on for ever when absent. */
  readonly fromMs?: number | undefined
  readonly untilMs?: number | undefined
}

export type ScheduledFault = FaultTarget & { readonly fault: SimulatedFault }

/** Meaning of the word after the colon in `blocked:captcha`, for each fault; `null` if a fault has no choice. */
const choices: Readonly<Record<FaultName, ((choice: string) => SimulatedFault) | null>> = {
  timeout: null,
  slow_first_byte: (choice) => ({ kind: 'slow_first_byte', delayMs: whole(choice) }),
  drip: (choice) => ({ kind: 'drip', everyMs: whole(choice) }),
  reset: (choice) => ({ kind: 'reset', afterBytes: whole(choice) }),
  network: null,
  tls: (choice) => ({ kind: 'tls', certificate: oneOf(badCertificates, choice) }),
  rate_limited: (retryAfter) => ({ kind: 'rate_limited', retryAfter }),
  blocked: (choice) => ({ kind: 'blocked', as: oneOf(blockPages, choice) }),
  unavailable: (choice) => ({ kind: 'unavailable', status: oneOf(outages, whole(choice)) }),
  bad_response: (choice) => ({ kind: 'bad_response', as: oneOf(brokenBodies, choice) }),
  too_large: (choice) => ({ kind: 'too_large', as: oneOf(bulks, choice) }),
  redirect: (to) => ({ kind: 'redirect', to }),
  schema_drift: (choice) => ({ kind: 'schema_drift', as: oneOf(drifts, choice) }),
  no_market: null,
  refusal: null,
  control_characters: null,
  hostile_names: null,
  swapped_sides: null,
  frozen: null,
  devaluation: (choice) => ({ kind: 'devaluation', pct: whole(choice) }),
}

export const faultNames = Object.keys(choices) as readonly FaultName[]

/**
 * Reads `bybit=blocked`, `okx/UAH=rate_limited:30` or `all=devaluation:8@60-360`: one to six minutes after the start.
 */
export function parseFault(text: string, startMs = 0): ScheduledFault {
  const parts = /^([a-z]+)(?:\/([A-Z]{3}))?=([a-z_]+)(?::(.+?))?(?:@(\d{1,9})(?:-(\d{1,9}))?)?$/.exec(text)
  const name = faultNames.find((known) => known === parts?.[3])
  const exchange = parts?.[1]
  if (name === undefined || exchange === undefined)
    throw new Error(
      `A fault is written exchange[/FIAT]=kind[:choice][@from[-until]], with kind one of ${faultNames.join(', ')}.`,
    )
  const choice = parts?.[4]
  const fault = choice === undefined ? usual(name) : choices[name]?.(choice)
  if (fault === undefined) throw new Error(`${name} leaves nothing to choose.`)
  return {
    exchange,
    fiat: parts?.[2],
    fault,
    fromMs: secondsAfter(startMs, parts?.[5]),
    untilMs: secondsAfter(startMs, parts?.[6]),
  }
}

const secondsAfter = (startMs: number, seconds: string | undefined) =>
  seconds === undefined ? undefined : startMs + Number(seconds) * 1000

function usual(kind: FaultName): SimulatedFault {
  if (kind === 'slow_first_byte') return { kind, delayMs: 6000 }
  return kind === 'tls' ? { kind, certificate: 'expired' } : { kind }
}

function oneOf<T extends string | number>(known: readonly T[], choice: string | number): T {
  const chosen = known.find((candidate) => candidate === choice)
  if (chosen === undefined) throw new Error(`Choose one of ${known.join(', ')}.`)
  return chosen
}

function whole(choice: string): number {
  if (!/^\d{1,9}$/.test(choice)) throw new Error(`${choice} is not a whole number.`)
  return Number(choice)
}
