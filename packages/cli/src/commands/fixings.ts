import type { Fixing, Fixings } from '@p2p-rates/sdk'
import { CliError } from '../cli-error.js'
import { chosenFiat } from '../input/chosen-fiat.js'
import { fiatArgument, fiatOption } from '../input/options.js'
import { dayOptions, lastOption, type SpanOptions, sinceOption, untilOption } from '../input/time-span.js'
import { tableOf } from '../render/table.js'
import type { Report } from '../report.js'
import { confidenceStyle } from '../reports/confidence-style.js'
import { levelInWords, say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

type Options = SpanOptions & {
  readonly fiat?: string
  readonly verify?: true
  readonly known?: readonly string[]
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
    .action(async (word: string | undefined, { verify, known = [], ...options }: Options) => {
      const query = await chosenFiat(cli, options, word)
      if (verify === true || known.length > 0)
        return (await import('../verify-fixing-chain.js')).verifyFixingChain(cli, query, known)
      cli.printReport(
        fixingsReport(await cli.request((p2p) => p2p.fixings({ ...query, ...dayOptions(options, Date.now()) }))),
      )
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
    { name: 'day', value: ({ day }) => day },
    { name: 'value', heading: 'fixing', kind: 'price', value: ({ value }) => value, style: () => 'strong' },
    {
      name: 'confidence',
      value: ({ confidence }) => confidence?.level ?? null,
      shown: levelInWords,
      style: ({ confidence }) => confidenceStyle(confidence?.level),
    },
    { name: 'sources', heading: 'exchanges', kind: 'count', flexible: 2, value: ({ sources }) => sources },
    { name: 'slots', kind: 'count', flexible: 1, value: ({ slots }) => slots },
    { name: 'number', hidden: true, value: ({ number }) => number },
    { name: 'method', hidden: true, value: ({ method }) => method },
    { name: 'made_at', hidden: true, value: (fixing) => fixing.made_at },
    { name: 'previous_digest', hidden: true, value: (fixing) => fixing.previous_digest },
    { name: 'digest', flexible: 3, value: ({ digest }) => digest, shown: (cell) => String(cell).slice(0, 12) },
    { name: 'correction', heading: ' ', wraps: true, value: ({ correction }) => correction ?? '' },
  ]),
})
