import { missingForm } from '@p2p-rates/contract/words'
import { nearestWord } from '@p2p-rates/core/internal'
import type { Side } from '@p2p-rates/sdk'
import { Argument, InvalidArgumentError, Option } from 'commander'
import { readAddressRule, readSeconds } from '../settings/parse-profile-values.js'
import { readRule, ruleForm } from '../settings/proxies.js'
import { say } from '../words/say.js'
import { amountFault, parseAmountOrNull, parsePriceOrNull } from './amount.js'

export const fiatOption = () =>
  new Option('-f, --fiat <code>', 'currency, such as EUR (default: P2P_FIAT, config, your locale, else UAH)').argParser(
    readFiat,
  )
export function exchangeOption(about: string): Option {
  const option = new Option('-e, --exchange <id>', about)
  return option.argParser((id, before?: string) => {
    if (before !== undefined && before !== option.defaultValue)
      throw new InvalidArgumentError(say('This command takes one exchange.'))
    return id.toLowerCase()
  })
}
export const exchangesOption = () =>
  new Option(
    '-e, --exchange <id>',
    'only this exchange, or all (repeatable; default: those of your profile)',
  ).argParser((id, before?: string) => (before === undefined ? id.toLowerCase() : `${before},${id.toLowerCase()}`))
export const sideOption = (about = 'whether you buy or sell USDT (default: buy)') =>
  new Option('-s, --side <side>', about).argParser(readSide)
export const methodOption = () =>
  new Option('-m, --payment-method <name>', 'payment method: part of its name, or its id (p2p payment-methods)')
export const methodsOption = (flags: string, about: string) =>
  new Option(flags, about).argParser((text: string, before: readonly string[] = []) => [...before, text])
export const feeOption = (about = 'fee for moving USDT between exchanges') =>
  new Option('--transfer-fee-usdt <usdt>', about).argParser(readFee)
export const feeOrAutoOption = () =>
  new Option('--transfer-fee-usdt <usdt>', 'fee for moving USDT; auto: of the cheapest open network (p2p transfers)')
    .default(1)
    .argParser((text) => (text === 'auto' ? text : readFee(text)))
export const tradeWorthOption = () =>
  new Option('--trade-worth-usdt <usdt>', 'minimum gain for adding one more trade (default: 0.25)').argParser(readFee)

/** Port of the server of `demo` and `replay`. */
export const demoPortOption = () =>
  new Option('--port <n>', 'port of the server (default: 8080, or any free port)').env('P2P_PORT').argParser(readPort)

export const everyOption = () =>
  new Option('--every <seconds>', 'seconds between refreshes without a server').default(30).argParser(readCount)
export const intervalOption = () =>
  new Option('--interval <length>', 'candle length').choices(intervals).argParser(oneOf(intervals))
const intervals = ['5m', '15m', '1h', '4h', '1d']

/** `include` of the API. People see most of these fields anyway. */
export const includeOption = <Word extends string>(words: readonly Word[]) =>
  new Option('--include <fields>', `more fields in --json, with commas between them: ${words.join(', ')}`)
    .choices(words)
    .argParser((text, before: readonly Word[] = []) => [...new Set([...before, ...text.split(',').map(oneOf(words))])])

/** Reads a number in this form of plain digits. */
export const numberReader =
  (form: RegExp, expected: () => string, isInRange: (value: number) => boolean = () => true) =>
  (text: string): number => {
    if (!form.test(text) || !isInRange(Number(text))) throw new InvalidArgumentError(expected())
    return Number(text)
  }

export const readCount = numberReader(/^[1-9]\d{0,8}$/, () => say('Expected a whole number from 1 up.'))
export const readFee = numberReader(/^\d{1,4}(\.\d{1,8})?$/, () =>
  say('Expected a number from 0 up, such as 1 or 0.8.'),
)
export const readHold = numberReader(/^\d{1,9}$/, () => say('Expected a whole number of seconds, from 0 up.'))
export const readHours = numberReader(/^\d{1,9}$/, () => say('Expected a whole number of hours, from 0 up.'))
export const readPort = numberReader(
  /^\d{1,5}$/,
  () => say('Expected a number from 0 to 65535.'),
  (port) => port <= 65_535,
)
export const readSigned = numberReader(/^-?\d{1,12}(\.\d{1,8})?$/, () => say('Expected a number such as 0.5 or 41.2.'))

/** With the zone of this machine where none is named; Unix seconds as they are. The server says whether there is such a moment. */
export function readMoment(text: string): string {
  if (/^\d{1,10}$/.test(text)) return text
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return text
  const local = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(:\d\d)?)$/.exec(text)
  const moment = local === null ? Number.NaN : new Date(`${local[1]}T${local[2]}`).getTime()
  if (Number.isNaN(moment))
    throw new InvalidArgumentError(say('Expected a time such as 2026-03-14T14:05, or Unix seconds.'))
  return new Date(moment).toISOString()
}

const optionReader = (parse: (text: string) => number | null) => (text: string) => {
  const amount = parse(text)
  if (amount === null) throw new InvalidArgumentError(amountFault(text))
  return amount
}

export const readAmount = optionReader(parseAmountOrNull)

export const readPrice = optionReader(parsePriceOrNull)

/** Refuses other texts by the name of their option: the server knows all of them as one parameter. */
export function readWebAddress(text: string): string {
  if (!/^https?:/i.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError(say('Expected an address that begins with https://.'))
  return text
}

export const readAddressOf = (kind: 'discord' | 'slack') => (text: string) => {
  const form = missingForm(kind, readWebAddress(text))
  if (form === null) return text
  throw new InvalidArgumentError(say('Expected an address such as {example}.', { example: form.example }))
}

/** `id=URL`, several times. */
export function readAddress(text: string, before: ReadonlyMap<string, string> = new Map()): Map<string, string> {
  const rule = readAddressRule(text)
  if (rule === null) throw new InvalidArgumentError(say('Expected the form binance=https://host.'))
  return new Map([...before, rule])
}

/** `id=URL` for one exchange, a bare URL for all. */
export function readProxy(text: string, before: ReadonlyMap<string, string> = new Map()): Map<string, string> {
  const rule = readRule(text)
  if (rule === null) throw new InvalidArgumentError(ruleForm())
  return new Map([...before, rule])
}

export function readTimeout(text: string): number {
  try {
    return readSeconds(text, '--timeout')
  } catch {
    throw new InvalidArgumentError(say('Expected seconds, from 0.1 to 3600.'))
  }
}

/** A server may know more currencies than this version, so it does the refusing. */
function readFiat(text: string): string {
  if (!/^[A-Za-z]{3}$/.test(text)) throw new InvalidArgumentError(say('It is a code of three letters, such as UAH.'))
  return text.toUpperCase()
}

function readSide(text: string): Side {
  const side = text.toUpperCase()
  if (side === 'BUY' || side === 'SELL') return side
  const near = side.startsWith('B') ? 'buy' : side.startsWith('S') ? 'sell' : null
  throw new InvalidArgumentError(say('Expected buy or sell.') + meant(near))
}

export const oneOf =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): Word => {
    const word = words.find((known) => known === text)
    if (word !== undefined) return word
    throw new InvalidArgumentError(
      say('Expected one of {words}.', { words: words.join(', ') }) + meant(nearestWord(text, words)),
    )
  }

const meant = (near: string | null): string => (near === null ? '' : `\n(${say('Did you mean {near}?', { near })})`)

export const fiatArgument = () => new Argument('[fiat]', 'currency, instead of --fiat').argParser(readFiat)
export const fiatArguments = (about = 'currencies, instead of --fiat') =>
  new Argument('[fiats...]', about).argParser((text: string, before: readonly string[] = []) => [
    ...before,
    readFiat(text),
  ])
