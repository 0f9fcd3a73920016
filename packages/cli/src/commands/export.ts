import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Fiat } from '@p2p-rates/sdk'
import { Option } from 'commander'
import type { Cli } from '../cli.js'
import { usualExchanges } from '../exchange-names.js'
import { encode } from '../export/encode.js'
import { type ExportFormat, exportFormats, type PriceRow } from '../export/price-row.js'
import { Failure } from '../failure.js'
import { exchangeOption, fiatOption, hoursOption, oneOf } from '../options.js'
import { grouped } from '../render/numbers.js'
import { progressBar } from '../render/progress-bar.js'
import { simulatedNote } from '../simulated.js'
import { chosenFiat } from './chosen-fiat.js'
import type { Define } from './command.js'

type Options = {
  readonly fiat?: Fiat
  readonly exchange?: string
  readonly hours: number
  readonly format: ExportFormat
  readonly out?: string
}

/** More 5-minute prices than this no server gives in one answer. */
const mostHours = 833

export const define: Define = (command, cli) =>
  command
    .description('Every 5-minute price of the best of all and of each exchange, into a file.')
    .addOption(fiatOption())
    .addOption(exchangeOption('only this exchange, or best'))
    .addOption(hoursOption(720))
    .addOption(
      new Option('--format <kind>', 'of the file')
        .choices(exportFormats)
        .argParser(oneOf(exportFormats))
        .default('csv'),
    )
    .option('-o, --out <file>', 'where to; - is stdout (default: a name that tells what is in it, or stdout in a pipe)')
    .action(async (options: Options) => {
      if (options.hours > mostHours)
        throw new Failure(
          'usage',
          `5-minute prices reach back ${mostHours} hours at most.`,
          'Longer: p2p candles --interval 1h --hours 8760 --csv',
        )
      const query = { ...(await chosenFiat(cli, options)), hours: options.hours }
      const series = options.exchange === undefined ? ['best', ...usualExchanges] : [options.exchange]
      const rows = await collect(cli, query, series)
      if (cli.isSimulated()) cli.terminal.warn(simulatedNote)
      await save(cli, rows, options)
    })

/** One question per series, oldest prices first. */
async function collect(
  cli: Cli,
  query: { fiat?: string; hours: number },
  series: readonly string[],
): Promise<PriceRow[]> {
  const bar = progressBar(cli.terminal, series.length)
  const rows: PriceRow[] = []
  let reached = query.hours
  try {
    for (const [index, exchange] of series.entries()) {
      bar.show(index, exchange)
      const { fiat, hours, candles } = await cli.ask((p2p) =>
        p2p.candles({ ...query, exchange, interval: '5m', format: 'json' }),
      )
      reached = Math.min(reached, hours)
      // A candle of five minutes holds one price.
      for (const { t, buy, sell } of candles)
        rows.push({ t, fiat, exchange, buy: buy?.close ?? null, sell: sell?.close ?? null })
    }
    bar.show(series.length, 'done')
  } finally {
    bar.end()
  }
  if (reached < query.hours) cli.terminal.warn(`Your plan reaches back ${reached} hours, not ${query.hours}.`)
  if (rows.length === 0) throw new Failure('noData', 'Nothing was recorded in this time.')
  return rows
}

async function save({ terminal }: Cli, rows: readonly PriceRow[], { out, format, hours }: Options): Promise<void> {
  const content = await encode(rows, format)
  if (out === '-' || (out === undefined && !terminal.outIsTty)) {
    process.stdout.write(content)
    return
  }
  const path = resolve(out ?? `usdt-${rows[0]?.fiat.toLowerCase()}-${hours}h.${format}`)
  // What was named is replaced; what was only guessed is not.
  await writeFile(path, content, { flag: out === undefined ? 'wx' : 'w' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new Failure('failed', `${path} is there already.`, 'Name a file with --out.')
    throw new Failure('failed', `${path} cannot be written (${error.code}).`, 'Name another file with --out.', {
      cause: error,
    })
  })
  terminal.print(`${grouped(rows.length)} prices in ${path}`)
}
