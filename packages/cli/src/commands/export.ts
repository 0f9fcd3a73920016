import { resolve } from 'node:path'
import type { Candle } from '@p2p-rates/sdk'
import { Option } from 'commander'
import type { Cli } from '../cli.js'
import { CliError } from '../cli-error.js'
import { usualExchanges } from '../exchange-names.js'
import { encode } from '../export/encode.js'
import { type ExportFormat, exportFormats, type FileFacts, type PriceRow } from '../export/price-row.js'
import { recordedCandles } from '../export/recorded-candles.js'
import { version } from '../help-page.js'
import { chosenFiat } from '../input/chosen-fiat.js'
import { exchangeOption, fiatArguments, fiatOption, oneOf } from '../input/options.js'
import { isIn, lastOption, type Span, type SpanOptions, sinceOption, spanOf, untilOption } from '../input/time-span.js'
import { simulatedNote } from '../mark-simulated-output.js'
import { refuseExisting, writeNewFile } from '../new-file.js'
import { grouped } from '../render/numbers.js'
import { progressBar } from '../render/progress-bar.js'
import { say, sayCount } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

type Options = SpanOptions & {
  readonly fiat?: string
  readonly exchange?: string
  readonly format?: ExportFormat
  readonly out?: string
  readonly force?: true
}

export const define: CommandFactory = (command, cli) =>
  command
    .description(
      'Write all 5-minute prices of the best of all, the index and each exchange to a file, with ad counts and the confidence of the index.',
    )
    .addArgument(fiatArguments())
    .addOption(fiatOption())
    .addOption(exchangeOption('only this exchange, best or index'))
    .addOption(lastOption('720h'))
    .addOption(sinceOption())
    .addOption(untilOption())
    .addOption(
      new Option('--format <kind>', 'file format (default: by the ending of the file name, else csv)')
        .choices(exportFormats)
        .argParser(oneOf(exportFormats)),
    )
    .option('-o, --out <file>', 'file to write; - is stdout (default: a generated name, or stdout in a pipe)')
    .option('--force', 'replace an existing file')
    .action(async (words: readonly string[], options: Options) => {
      const format = options.format ?? formatOfName(options.out) ?? 'csv'
      if (options.out !== undefined && options.force !== true) refuseExisting(resolve(cli.folder, options.out))
      const span = spanInReach(options)
      const fiats = words.length > 1 ? [...new Set(words)] : [(await chosenFiat(cli, options, words[0])).fiat]
      const series = options.exchange === undefined ? ['best', 'index', ...usualExchanges] : [options.exchange]
      const rows = await collect(cli, span, fiats, series)
      const simulated = cli.isSimulated()
      if (simulated) cli.terminal.printWarning(simulatedNote())
      const facts = { asset: 'USDT', source: cli.answeringServer() ?? '', version, simulated }
      await save(
        cli,
        rows.map((row) => ({ ...row, simulated })),
        { ...options, format, hours: span.hours },
        facts,
      )
    })

const formatOfName = (name: string | undefined): ExportFormat | undefined =>
  exportFormats.find((format) => name?.toLowerCase().endsWith(`.${format}`))

const usualHours = 720
/** The most 5-minute prices that a server gives in one answer. */
const mostHours = 833

function spanInReach(options: SpanOptions): Span {
  const span = spanOf(options, usualHours, Date.now())
  if (span.hours > mostHours)
    throw new CliError(
      'usage',
      say('5-minute prices are available for at most {hours} hours.', { hours: mostHours }),
      say('For more: p2p history --candles 1h --last 365d --csv'),
    )
  return span
}

type Row = Omit<PriceRow, 'simulated'>

async function collect(
  cli: Cli,
  span: Span,
  fiats: readonly (string | undefined)[],
  series: readonly string[],
): Promise<Row[]> {
  const { hours: wanted } = span
  const questions = fiats.flatMap((fiat) => series.map((exchange) => ({ fiat, exchange })))
  const bar = progressBar(cli.terminal, questions.length)
  const candles = recordedCandles(cli)
  const rows: Row[] = []
  let reached = wanted
  try {
    for (const [index, { fiat, exchange }] of questions.entries()) {
      bar.show(index, fiats.length > 1 ? `${fiat} ${exchange}` : exchange)
      const query = { fiat, exchange, hours: wanted }
      const answer = await candles(query)
      reached = Math.min(reached, answer.hours)
      for (const candle of answer.candles) if (isIn(span, candle.t)) rows.push(rowOf(candle, answer.fiat, exchange))
    }
    bar.show(questions.length, say('done'))
  } finally {
    bar.end()
  }
  if (reached < wanted)
    cli.terminal.printWarning(say('Your plan allows {reached} of the {wanted} hours.', { reached, wanted }))
  if (rows.length === 0) throw new CliError('noData', say('No prices were recorded in this time.'))
  return rows
}

/** A candle of five minutes holds one price. */
const rowOf = (candle: Candle, fiat: string, exchange: string): Row => ({
  t: candle.t,
  fiat,
  exchange,
  buy: candle.buy?.close ?? null,
  sell: candle.sell?.close ?? null,
  buy_ads: candle.buy_ads ?? null,
  sell_ads: candle.sell_ads ?? null,
  confidence: candle.confidence?.level ?? null,
})

async function save(
  { terminal, folder }: Cli,
  rows: readonly PriceRow[],
  { out, format, force, hours }: Options & { readonly format: ExportFormat; readonly hours: number },
  facts: FileFacts,
): Promise<void> {
  const content = await encode(rows, format, facts)
  if (out === '-' || (out === undefined && !terminal.outIsTty)) {
    terminal.write(content)
    return
  }
  const fiats = [...new Set(rows.map(({ fiat }) => fiat.toLowerCase()))].join('-')
  const path = resolve(folder, out ?? `usdt-${fiats}-${hours}h.${format}`)
  await writeNewFile(path, content, force === true)
  terminal.print(
    sayCount(
      { one: '{count} prices in {path}', other: '{count} prices in {path}' },
      { n: rows.length, count: grouped(rows.length), path },
    ),
  )
}
