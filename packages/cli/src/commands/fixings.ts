import type { Fixing, Fixings } from '@p2p-rates/sdk'
import { CliError } from '../cli-error.js'
import { chosenFiat } from '../input/chosen-fiat.js'
import { fiatArgument, fiatOption } from '../input/options.js'
import { dayOption, dayOptions, lastOption, type SpanOptions, sinceOption, untilOption } from '../input/time-span.js'
import { tableOf } from '../render/table.js'
import type { Report } from '../report.js'
import { confidenceStyle } from '../reports/confidence-style.js'
import { levelInWords, say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

type Options = SpanOptions & {
  readonly fiat?: string
  readonly verify?: true
  readonly known?: readonly string[]
  readonly inputs?: string
  readonly recompute?: true
  readonly anchored?: string
  readonly restated?: true
}

export const define: CommandFactory = (command, cli) =>
  command
    .description('The reference index around noon UTC of each day, final and linked by digests.')
    .addArgument(fiatArgument())
    .addOption(fiatOption())
    .addOption(lastOption('30d; at most 400d'))
    .addOption(sinceOption())
    .addOption(untilOption())
    .option('--verify', 'recompute every digest of the whole chain')
    .option(
      '--known <digest>',
      'verify that the chain contains this digest: first 12 digits or more (repeatable)',
      readDigest,
    )
    .addOption(dayOption('--inputs <day>', 'the inputs that the fixing of a day was computed from'))
    .option('--recompute', 'compute fixings again from their inputs, and compare to the last digit')
    .option('--anchored <file>', 'verify that the chains contain the digests of a file of p2p-server anchor')
    .option('--restated', 'only corrected and withheld days of the whole chain, with the reason')
    .action(async (word: string | undefined, { verify, known = [], anchored, inputs: day, ...options }: Options) => {
      const query = await chosenFiat(cli, options, word)
      if (anchored !== undefined) {
        const typed = word ?? options.fiat
        return (await import('../verify-anchor.js')).verifyAnchor(cli, anchored, typed)
      }
      if (options.recompute === true) {
        const { recomputeFixings } = await import('../recompute-fixings.js')
        const span = day === undefined ? dayOptions(options, Date.now()) : { from: day, to: day }
        return recomputeFixings(cli, { ...query, ...span })
      }
      if (day !== undefined) {
        const [{ fixingInputsReport }, { fetchFixingInputs }] = await Promise.all([
          import('../reports/fixing-inputs-report.js'),
          import('../fetch-fixing-inputs.js'),
        ])
        return cli.printReport(fixingInputsReport(await fetchFixingInputs(cli, query.fiat ?? 'UAH', day)))
      }
      if (verify === true || known.length > 0)
        return (await import('../verify-fixing-chain.js')).verifyFixingChain(cli, query, known)
      const span = dayOptions(options, Date.now())
      if (options.restated === true) {
        const { restatedFixings } = await import('../restated-fixings.js')
        return cli.printReport(fixingsReport(await restatedFixings(cli, query, span)))
      }
      cli.printReport(fixingsReport(await cli.request((p2p) => p2p.fixings({ ...query, ...span }))))
    })

function readDigest(text: string, before: readonly string[] = []): readonly string[] {
  if (!/^[\da-f]{12,64}$/i.test(text))
    throw new CliError(
      'usage',
      say('{text} is not a digest.', { text }),
      say('Expected the first 12 to 64 hex digits of a digest.'),
    )
  return [...before, text]
}

const fixingsReport = (answer: Fixings): Report => ({
  answer,
  endpoint: 'fixings',
  records: answer.fixings,
  title: say('1 USDT in {fiat}, reference index around noon UTC, {from} to {to}', {
    fiat: answer.fiat,
    from: answer.from,
    to: answer.to,
  }),
  empty: say('No fixings in this time.'),
  table: tableOf<Fixing>(answer.fixings, [
    { name: 'day' },
    { name: 'value', heading: 'fixing', kind: 'price', style: 'strong' },
    {
      name: 'confidence',
      value: ({ confidence }) => confidence?.level ?? null,
      shown: levelInWords,
      style: ({ confidence }) => confidenceStyle(confidence?.level),
    },
    { name: 'sources', heading: 'exchanges', kind: 'count', flexible: 2 },
    { name: 'slots', kind: 'count', flexible: 1 },
    { name: 'number', hidden: true },
    { name: 'method', hidden: true },
    { name: 'made_at', hidden: true },
    { name: 'previous_digest', hidden: true },
    { name: 'digest', heading: 'entry digest', flexible: 3, shown: (cell) => String(cell).slice(0, 12) },
    { name: 'inputs_digest', hidden: true },
    { name: 'withheld', hidden: true },
    { name: 'method_next', hidden: true, value: ({ method_next: next }) => next?.method ?? null },
    { name: 'value_next', hidden: true, kind: 'price', value: ({ method_next: next }) => next?.value ?? null },
    { name: 'usdt_usd', hidden: true, kind: 'price', value: ({ usdt_usd: usdtUsd }) => usdtUsd?.rate ?? null },
    { name: 'correction', heading: ' ', wraps: true, value: remarkOf },
  ]),
})

function remarkOf({ correction, withheld, method_next: next }: Fixing): string {
  if (withheld) return say('withheld, unreadable: {names}', { names: withheld.join(', ') })
  if (next) return say('{value} by {method}, the next method', { method: next.method, value: next.value ?? '–' })
  return correction ?? ''
}
