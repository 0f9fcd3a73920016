import { exchangeName } from './exchange-names.js'
import { foreign, say } from './words/say.js'

export const exitCodes = {
  done: { code: 0, means: 'Success, also if some exchanges did not answer: they are named on stderr.' },
  failed: { code: 1, means: 'Failure: no connection, an invalid answer, a file that cannot be written.' },
  usage: { code: 2, means: 'Usage error: an option is missing, unknown or malformed, or the command needs a server.' },
  auth: { code: 4, means: 'The API key is missing, invalid or revoked, or its plan does not include this.' },
  limited: { code: 5, means: 'The limit per minute, the monthly quota or the limit of streams is used up.' },
  noData: { code: 6, means: 'No fresh prices for this market.' },
  interrupted: { code: 130, means: 'Interrupted with Ctrl+C.' },
} as const satisfies Record<string, { readonly code: number; readonly means: string }>

type Outcome = keyof typeof exitCodes

export class CliError extends Error {
  override readonly name = 'Failure'
  readonly exitCode: number
  constructor(
    outcome: Outcome,
    message: string,
    readonly hint: string | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.exitCode = exitCodes[outcome].code
  }
}

export function twoGiven(things: keyof typeof twoThings, one: unknown, other: unknown): CliError {
  return new CliError('usage', twoThings[things]({ one: String(one), other: String(other) }))
}

export const unknownExchange = (id: string, known: readonly string[]): CliError =>
  new CliError(
    'usage',
    say('Unknown exchange {id}.', { id }),
    say('Available exchanges: {names}.', { names: known.join(', ') }),
  )

type Origins = ReadonlyMap<string, string>
type Two = { readonly one: string; readonly other: string }

const twoThings = {
  sides: (two: Two) => say('Two sides given ({one}, {other}); expected one.', two),
  amounts: (two: Two) => say('Two amounts given ({one}, {other}); expected one.', two),
  units: (two: Two) => say('Two units given ({one}, {other}); expected one.', two),
  currencies: (two: Two) => say('Two currencies given ({one}, {other}); expected one.', two),
  exchanges: (two: Two) => say('Two exchanges given ({one}, {other}); expected one.', two),
  'payment methods': (two: Two) => say('Two payment methods given ({one}, {other}); expected one.', two),
  spans: (two: Two) => say('Two spans given ({one}, {other}); expected one.', two),
  'spans in hours': (two: Two) => say('Two spans in hours given ({one}, {other}); expected one.', two),
}

/** Convert an error into a message for the user. SDK errors are recognized by their shape. */
export function toCliError(error: unknown, command = 'p2p', origins: Origins = new Map()): CliError {
  if (error instanceof CliError) return error
  if (!(error instanceof Error)) return new CliError('failed', String(error), null, { cause: error })
  const facts = error as Error & {
    readonly code?: unknown
    readonly status?: unknown
    readonly retryAfter?: unknown
    readonly param?: unknown
    readonly suggestion?: unknown
    readonly smallestTrade?: unknown
  }
  const code = typeof facts.code === 'string' ? facts.code : ''
  const status = typeof facts.status === 'number' ? facts.status : null
  const meant = typeof facts.suggestion === 'string' ? facts.suggestion : null
  // Said once, as the hint.
  const english = firstSentence(error.message.replace(` Did you mean \`${meant}\`?`, '')).replace(
    /^(Too many arguments for ')[^']+/,
    (_, start) => start + command.replace(/^p2p /, ''),
  )
  const message = asOptions(foreign(english, `error.${code}`), origins)
  const failure = (outcome: Outcome, hint: string | null = null) =>
    new CliError(outcome, message, hint, { cause: error })
  const itsHelp =
    command === 'p2p' ? say('p2p --help lists commands.') : say('{command} --help explains it.', { command })
  const howToAsk = facts.param === 'fiat' ? say('p2p markets lists the currencies.') : itsHelp
  const meantHint = meant === null ? null : say('Did you mean {near}?', { near: meant })

  const fiat = /^error: unknown command '([A-Z]{3})'/.exec(error.message)?.[1]
  if (fiat !== undefined) return failure('usage', say('Did you mean {near}?', { near: `p2p rates ${fiat}` }))
  if (code.startsWith('commander.')) return failure('usage', suggestionIn(error.message) ?? itsHelp)
  if (code === 'missing_key')
    return new CliError(
      'auth',
      say('The server needs an API key.'),
      say('Save one with p2p login, or give --key or P2P_API_KEY.'),
      { cause: error },
    )
  if (status === 401) return failure('auth', say('Log in with a valid key: p2p login'))
  if (status === 403)
    return failure('auth', say('p2p usage --plan shows the plan of your key, p2p markets its features.'))
  if (status === 429) return failure('limited', waitingHint(facts.retryAfter))
  if (status === 404) return failure('failed', say('Check the id and the address of the server.'))
  if (code === 'data_unavailable')
    return new CliError('noData', withNames(message, facts.smallestTrade), meantHint ?? dataHint(facts.smallestTrade), {
      cause: error,
    })
  if (code === 'needs_server')
    return new CliError(
      'usage',
      foreign(`${error.message.split('. ', 1)}.`.replace(/^\S+(?= needs)/, command.replace(/^p2p /, ''))),
      say('Give --server URL, save one with p2p login, or try p2p demo.'),
      { cause: error },
    )
  if (code === 'usage' || status === 400 || status === 422) return failure('usage', meantHint ?? howToAsk)
  if (code === 'aborted') return failure('interrupted')
  if (code === 'connection_failed' || code === 'timeout' || code === 'malformed_answer')
    return failure('failed', say('p2p doctor checks the network, the address and the server.'))
  return failure('failed', status === null ? say('Run it again with --debug for a stack trace.') : null)
}

/** Tells an empty market from one whose ads all ask for larger amounts. */
const dataHint = (smallestTrade: unknown): string =>
  typeof smallestTrade === 'object' && smallestTrade !== null
    ? say('p2p quote --amount-usdt N shows the price of a larger amount.')
    : say('p2p doctor shows what each exchange answers and what to do.')

/** The exchanges of the smallest trades by their names, of a server of any version. */
const withNames = (message: string, smallestTrade: unknown): string =>
  Object.values(smallestTrade ?? {})
    .flatMap((trade: { readonly exchange?: unknown } | null) =>
      typeof trade?.exchange === 'string' ? [trade.exchange] : [],
    )
    .reduce((text, id) => text.replaceAll(` on ${id}`, () => ` on ${exchangeName(id)}`), message)

const waitingHint = (retryAfter: unknown): string =>
  typeof retryAfter === 'number'
    ? say('Try again in {seconds} s. p2p usage --plan shows your usage.', { seconds: retryAfter })
    : say('p2p usage --plan shows your usage.')

/** Parameters of the API by their names here: `payment_method` becomes --payment-method. */
const asOptions = (message: string, origins: Origins): string =>
  message.replace(/`([a-z_]+)`/g, (_, name: string) => origins.get(name) ?? optionOf(name))

/** The profile is a setting: `my_orders` becomes me.orders. */
const optionOf = (parameter: string): string =>
  parameter.startsWith('my_')
    ? `me.${parameter.slice(3).replaceAll('_', '-')}`
    : `--${optionNames.get(parameter) ?? parameter.replaceAll('_', '-')}`

export const hintForOptions = (hint: string, origins: Origins): string =>
  hint.replace(/`([a-z_]+)`: /g, (_, name: string) => `${origins.get(name) ?? optionOf(name)}: `).replaceAll('`', '')

const optionNames = new Map([
  ['min_completion_pct', 'min-completion-pct'],
  ['lang', 'language'],
  ['tz', 'timezone'],
  ['quiet_hours', 'quiet'],
  ['digest_time', 'digest'],
  ['expires_at', 'expires'],
  ['n', 'nth'],
  ['rows', 'limit'],
  ['max_points', 'limit'],
])

/** Below the parser's message, in parentheses. */
function suggestionIn(message: string): string | null {
  const [, suggestion] = /\n\((.+)\)$/.exec(message) ?? []
  return suggestion === undefined ? null : foreign(suggestion)
}

/** Commander writes "error: unknown command 'rats'" and a suggestion below. */
function firstSentence(message: string): string {
  const [line = ''] = message.replace(/^error: /, '').split('\n', 1)
  return line.charAt(0).toUpperCase() + line.slice(1) + (/[.!?]$/.test(line) ? '' : '.')
}
