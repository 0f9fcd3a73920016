import { cleanText } from '@p2p-rates/contract/words'
import type { ChosenTransfer, Convert, ConvertQuery, Fill } from '@p2p-rates/sdk'
import { CliError, twoGiven } from '../cli-error.js'
import { exchangeName, shownAsName } from '../exchange-names.js'
import { askForMe } from '../input/about-me-note.js'
import { parseAmount } from '../input/amount.js'
import { feeOrAutoOption, methodsOption, readAmount, tradeWorthOption } from '../input/options.js'
import { grouped, percent, priceText } from '../render/numbers.js'
import { tableOf } from '../render/table.js'
import { howOld } from '../render/times.js'
import type { Report } from '../report.js'
import { confidenceLine } from '../reports/confidence-lines.js'
import { type AdDescriber, createAdDescriber } from '../reports/describe-ads.js'
import { unfilledInWords } from '../reports/quote-report.js'
import { say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

type Options = {
  readonly amount?: number
  readonly transferFeeUsdt: number | 'auto'
  readonly tradeWorthUsdt?: number
  readonly fromMethod?: readonly string[]
  readonly toMethod?: readonly string[]
}

export const define: CommandFactory = (command, cli) =>
  command
    .argument('[what...]', 'amount, currency and wanted currency: 1000 UAH KZT')
    .option('-a, --amount <n>', 'amount to convert', readAmount)
    .addOption(methodsOption('--from-method <name>', 'payment method to pay with (repeatable: any of them)'))
    .addOption(methodsOption('--to-method <name>', 'payment method to be paid with (repeatable)'))
    .addOption(feeOrAutoOption())
    .addOption(tradeWorthOption())
    .action(async (words: string[], { amount, fromMethod, toMethod, ...costs }: Options) => {
      const query: ConvertQuery = {
        ...readConversion(words, amount),
        transfer_fee_usdt: costs.transferFeeUsdt,
        trade_worth_usdt: costs.tradeWorthUsdt,
        from_method: fromMethod,
        to_method: toMethod,
      }
      const named = { paymentMethod: fromMethod === undefined ? undefined : toMethod }
      const converted = await askForMe(cli, named, {
        question: (p2p) => p2p.convert(query),
        hasNoAds: ({ unfilled }) => unfilled?.reason === 'no_ads',
      })
      cli.printReport(convertReport(converted, createAdDescriber(cli), Date.now()))
    })

/** `1000 UAH KZT`, `1 000 UAH to KZT`, `UAH KZT` with the amount as an option. */
function readConversion(words: readonly string[], option: number | undefined) {
  const digits = words.filter((word) => /^\d/.test(word)).join(' ')
  const [from, to, ...more] = words.filter((word) => !/^\d/.test(word) && word.toLowerCase() !== 'to')
  const amount = digits === '' ? option : parseAmount(digits)
  const isCode = (word: string | undefined): word is string => word !== undefined && /^[A-Za-z]{3}$/.test(word)
  if (!isCode(from) || !isCode(to) || more.length > 0 || amount === undefined)
    throw new CliError('usage', say('The amount or a currency is missing.'), 'p2p convert 1000 UAH KZT')
  if (from.toUpperCase() === to.toUpperCase())
    throw new CliError(
      'usage',
      say('Both currencies are {code}; expected two.', { code: to.toUpperCase() }),
      'p2p convert 1000 UAH KZT',
    )
  if (option !== undefined && option !== amount) throw twoGiven('amounts', option, amount)
  return { from: from.toUpperCase(), to: to.toUpperCase(), amount }
}

type Trade = Fill & { readonly leg: 'buy' | 'sell'; readonly fiatCode: string }

function convertReport(answer: Convert, ads: AdDescriber, nowMs: number): Report {
  const { from, to, buy, sell } = answer
  const trades: readonly Trade[] = [
    ...(buy?.fills ?? []).map((fill) => ({ ...fill, leg: 'buy' as const, fiatCode: from })),
    ...(sell?.fills ?? []).map((fill) => ({ ...fill, leg: 'sell' as const, fiatCode: to })),
  ]
  return {
    answer,
    endpoint: 'convert',
    records: trades,
    title: `${say('{amount} {from} into {to}, through USDT', { amount: grouped(answer.amount), from, to })}${howOld(answer, nowMs)}`,
    empty: say('No trusted ad accepts this amount.'),
    table: tableOf<Trade>(
      trades,
      [
        { name: 'leg', heading: 'you', shown: legInWords },
        { name: 'exchange', heading: 'on', shown: shownAsName, link: (fill) => ads.linkUrl(fill.exchange, fill.url) },
        { name: 'price', heading: 'at', kind: 'price' },
        { name: 'fiat', heading: 'for', kind: 'money' },
        { name: 'currency', heading: ' ', value: ({ fiatCode }) => fiatCode },
        { name: 'usdt', heading: 'USDT', kind: 'money', flexible: 1 },
        { name: 'nickname', hidden: true },
        { name: 'url', hidden: true },
      ],
      (fill) =>
        [cleanText(fill.nickname), ads.describe(fill, fill.leg === 'buy' ? 'BUY' : 'SELL', fill.fiatCode)]
          .filter((text) => text !== '')
          .join(': '),
    ),
    notes: () => conclusion(answer),
  }
}

function conclusion(answer: Convert): readonly string[] {
  const { from, to, received, rate, unfilled } = answer
  const lines: string[] = []
  if (received !== null && rate !== null)
    lines.push(
      say('You get {received} {to}: {rate} {to} for 1 {from}.', {
        received: grouped(received, 2),
        rate: rateText(rate),
        from,
        to,
      }),
    )
  if (unfilled !== null)
    lines.push(
      say('Not possible: {amount} ({reason}).', {
        amount: `${grouped(unfilled.amount, 2)} ${unfilled.leg === 'buy' ? from : 'USDT'}`,
        reason: unfilled.reason === 'below_fee' ? say('less than the transfer fee') : unfilledInWords(unfilled.reason),
      }),
    )
  lines.push(...costLines(answer), confidenceLine(answer.confidence))
  return lines
}

function costLines({
  from,
  to,
  buy,
  sell,
  costs,
  transfer_fee_usdt: fee,
  transfer,
  ...answer
}: Convert): readonly string[] {
  const { index_rate: index, cost_pct: cost, official_rate: official, cost_vs_official_pct: versus } = answer
  const lines: string[] = []
  if (index !== null && cost !== null && costs !== null)
    lines.push(
      [
        say('Index rate: 1 {from} = {rate} {to}.', { from, rate: rateText(index), to }),
        say('Cost against it: {cost} (buying {buying}, moving {moving}, selling {selling}).', {
          cost: percent(cost),
          buying: percent(costs.buy.pct),
          moving: percent(costs.transfer.pct),
          selling: percent(costs.sell.pct),
        }),
      ].join(' '),
    )
  if (official !== null && versus !== null)
    lines.push(
      [
        say('Official rate: 1 {from} = {rate} {to}.', { from, rate: rateText(official), to }),
        versus < 0
          ? say('You get {percent} more.', { percent: percent(-versus) })
          : say('You get {percent} less.', { percent: percent(versus) }),
      ].join(' '),
    )
  if (buy !== null && sell !== null && buy.exchange !== sell.exchange)
    lines.push(
      say('Moving USDT from {buy} to {sell}: {fee} USDT.', {
        buy: exchangeName(buy.exchange),
        sell: exchangeName(sell.exchange),
        fee,
      }),
      ...(transfer ? [networkLine(transfer)] : []),
    )
  return lines
}

function networkLine({ state, network, closed_networks: closed, observed_at: at, stale }: ChosenTransfer): string {
  if (state === 'closed') return say('All known networks are closed: {networks}.', { networks: closed.join(', ') })
  if (network === null || at === null) return say('Network and fee are unknown; 1 USDT is assumed.')
  const known = { network, day: at.slice(0, 10) }
  return stale === true
    ? say('Network: {network}; the figure of {day} is stale.', known)
    : say('Network: {network}, as of {day}.', known)
}

const legInWords = (leg: unknown): string => (leg === 'buy' ? say('buy') : say('sell'))

const rateText = (rate: number): string => (rate >= 0.01 ? priceText(rate) : rate.toPrecision(4))
