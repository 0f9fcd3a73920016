import type { ExchangeId } from '@p2p-rates/core'

/**
 * Everything that can be made to go wrong, by the class a reader should see.
 * DNS failures happen before any server is asked: point a reader at `unresolvableUrl` for those.
 */
export type SimulatedFault =
  /** Takes the request and never answers. */
  | { readonly kind: 'timeout' }
  /** Answers correctly, but only starts after that long. */
  | { readonly kind: 'slow_first_byte'; readonly delayMs: number }
  /** Answers correctly, a few bytes at a time. */
  | { readonly kind: 'drip'; readonly bytes?: number; readonly everyMs?: number }
  /** Breaks the connection in the middle of the body. */
  | { readonly kind: 'reset'; readonly afterBytes?: number }
  /** Breaks the connection instead of answering. For a refused connection see `Simulator.closePort`. */
  | { readonly kind: 'network' }
  /** Only on a simulator started with `secure`, and for all currencies: shows another certificate. */
  | { readonly kind: 'tls'; readonly certificate: BadCertificate }
  /** `retryAfter` is sent as it stands: seconds, a date, nonsense; absent = no header. */
  | { readonly kind: 'rate_limited'; readonly retryAfter?: string }
  | { readonly kind: 'blocked'; readonly as?: BlockPage }
  | {
      readonly kind: 'unavailable'
      readonly status?: 500 | 502 | 503 | 504
      readonly as?: 'html' | 'json' | 'empty'
      readonly retryAfter?: string
    }
  | { readonly kind: 'bad_response'; readonly as?: BrokenBody; readonly atByte?: number }
  | { readonly kind: 'too_large'; readonly as?: Bulk }
  /** Without `to` it points at the simulator's own trap. */
  | { readonly kind: 'redirect'; readonly to?: string }
  | { readonly kind: 'schema_drift'; readonly as?: Drift; readonly share?: number }
  /** A successful empty list. For all currencies at once this is what Bitget shows to addresses it does not like. */
  | { readonly kind: 'no_market' }
  /** The exchange's own error envelope inside an HTTP 200. */
  | { readonly kind: 'refusal' }
  /** Raw control characters inside texts, which JSON forbids. */
  | { readonly kind: 'control_characters' }
  | { readonly kind: 'hostile_names' }
  | { readonly kind: 'swapped_sides' }
  /** The same bytes again and again, as they were when the fault began. */
  | { readonly kind: 'frozen' }
  /** Prices rise by that much, at once or evenly over a while. On all exchanges it is real, on one it is a lie. */
  | { readonly kind: 'devaluation'; readonly pct?: number; readonly overMs?: number }

export type FaultName = SimulatedFault['kind']
export type BadCertificate = 'unknown' | 'expired' | 'wrong_name'
export type BlockPage = 'html' | 'teapot' | 'legal' | 'captcha' | 'json'
export type BrokenBody = 'truncated' | 'wrong_encoding' | 'wrong_charset' | 'not_json' | 'empty'
export type Bulk = 'oversize' | 'gzip_bomb' | 'brotli_bomb' | 'deep'
export type Drift = 'rows' | 'envelope' | 'numbers'

/** A name that never resolves, reserved for this purpose. */
export const unresolvableUrl = 'http://exchange.invalid'

export type FaultTarget = {
  readonly exchange: ExchangeId | 'all'
  /** Only requests for this currency. */
  readonly fiat?: string | undefined
  /** When it happens, by the simulator's clock; from now on and for ever when absent. */
  readonly fromMs?: number | undefined
  readonly untilMs?: number | undefined
}

export type ScheduledFault = FaultTarget & { readonly fault: SimulatedFault }

/** The second word of `blocked:captcha` stands for the one choice that a fault offers. */
const choices: Readonly<Record<FaultName, ((choice: string) => object) | null>> = {
  timeout: null,
  slow_first_byte: (choice) => ({ delayMs: Number(choice) }),
  drip: (choice) => ({ everyMs: Number(choice) }),
  reset: (choice) => ({ afterBytes: Number(choice) }),
  network: null,
  tls: (choice) => ({ certificate: choice }),
  rate_limited: (choice) => ({ retryAfter: choice }),
  blocked: (choice) => ({ as: choice }),
  unavailable: (choice) => ({ status: Number(choice) }),
  bad_response: (choice) => ({ as: choice }),
  too_large: (choice) => ({ as: choice }),
  redirect: (choice) => ({ to: choice }),
  schema_drift: (choice) => ({ as: choice }),
  no_market: null,
  refusal: null,
  control_characters: null,
  hostile_names: null,
  swapped_sides: null,
  frozen: null,
  devaluation: (choice) => ({ pct: Number(choice) }),
}

export const faultNames = Object.keys(choices) as readonly FaultName[]

/** Reads `bybit=blocked`, `all=devaluation:8` or `okx/UAH=rate_limited:30`. */
export function parseFault(text: string): ScheduledFault {
  const parts = /^([a-z]+)(?:\/([A-Z]{3}))?=([a-z_]+)(?::(.+))?$/.exec(text)
  const name = faultNames.find((known) => known === parts?.[3])
  const exchange = parts?.[1]
  if (name === undefined || exchange === undefined)
    throw new Error(`A fault is written exchange[/FIAT]=kind[:choice], with kind one of ${faultNames.join(', ')}.`)
  const choice = parts?.[4]
  const chosen = choice === undefined ? {} : choices[name]?.(choice)
  if (chosen === undefined) throw new Error(`${name} offers no choice.`)
  return { exchange, fiat: parts?.[2], fault: { ...standard(name), ...chosen } as SimulatedFault }
}

function standard(name: FaultName): SimulatedFault {
  if (name === 'slow_first_byte') return { kind: name, delayMs: 6000 }
  if (name === 'tls') return { kind: name, certificate: 'expired' }
  return { kind: name }
}
