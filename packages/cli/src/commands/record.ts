import { resolve } from 'node:path'
import type { FaultKind, Side } from '@p2p-rates/core'
import type { PageRecord } from '@p2p-rates/core/internal'
import type { Cli } from '../cli.js'
import { CliError, unknownExchange } from '../cli-error.js'
import { chosenFiat } from '../input/chosen-fiat.js'
import { exchangeOption, fiatArgument, fiatOption, sideOption } from '../input/options.js'
import { simulatedNote } from '../mark-simulated-output.js'
import { refuseExisting, writeNewFile } from '../new-file.js'
import { proxyFor } from '../settings/proxies.js'
import { foreign, say, sayCount } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

type Options = {
  readonly exchange: string
  readonly fiat?: string
  readonly side?: Side
  readonly out?: string
  readonly force?: true
}

export const define: CommandFactory = (command, cli) =>
  command
    .description(
      'Write an answer of an exchange to a file for a bug report, one page a side. Names, texts and ids are replaced by invented ones.',
    )
    .addArgument(fiatArgument())
    .addOption(exchangeOption('exchange to record').makeOptionMandatory())
    .addOption(fiatOption())
    .addOption(sideOption('only this side: buy or sell'))
    .option('-o, --out <file>', 'file to write; - is stdout (default: a generated name, or stdout in a pipe)')
    .option('--force', 'replace an existing file')
    .action(async (word: string | undefined, { exchange: id, side, out, force, ...options }: Options) => {
      const known = await cli.exchanges()
      const exchange = known.byId(id)
      if (exchange === null) throw unknownExchange(id, known.ids)
      const { fiat = 'UAH' } = await chosenFiat(cli, options, word)
      const isForPipe = out === '-' || (out === undefined && !cli.terminal.outIsTty)
      const day = new Date().toISOString().slice(0, 10)
      const path = resolve(cli.folder, out ?? `${id}-${fiat.toLowerCase()}-${day}.recording.json`)
      if (!isForPipe && force !== true) refuseExisting(path)

      const { exchangeUrls, proxies, timeoutMs } = await cli.settings()
      const address = exchangeUrls.get(id)
      const proxy = proxyFor(proxies, id, address ?? exchange.origin)
      const [{ sides }, { recordExchange }] = await Promise.all([
        import('@p2p-rates/core'),
        import('../record/record-exchange.js'),
      ])
      const recorded = await recordExchange(exchange, fiat, side === undefined ? sides : [side], {
        ...(address === undefined ? {} : { baseUrls: { [id]: address } }),
        ...(proxy === null ? {} : { proxies: { [id]: proxy } }),
        ...(timeoutMs === null ? {} : { limits: { firstByteMs: timeoutMs, totalMs: timeoutMs } }),
      })
      if (recorded === null)
        throw new CliError('noData', say('{exchange} does not trade {fiat}.', { exchange: exchange.name, fiat }))
      refuseUnreached(exchange.name, recorded.records)
      printFindings(cli, exchange.name, recorded.records)
      const content = `${JSON.stringify(recorded.recording, null, 1)}\n`
      if (isForPipe) return cli.terminal.write(content)
      await writeNewFile(path, content, force === true)
      cli.terminal.print(
        say('{path} is ready for the issue form "An exchange is no longer read". Look through it before you send it.', {
          path,
        }),
      )
    })

/** Nothing of the exchange is in such a recording. */
function refuseUnreached(name: string, records: readonly PageRecord[]): void {
  const faults = records.flatMap(({ page }) => (page.answer === null ? (page.fault ?? []) : []))
  const [fault] = faults
  if (fault === undefined || faults.length < records.length || !faults.every(({ kind }) => neverReached.has(kind)))
    return
  const cause = foreign(fault.message, `cause.${fault.kind}`)
  throw new CliError(
    'failed',
    say('{exchange} was not reached, so nothing was recorded: {cause}', { exchange: name, cause }),
    say('p2p doctor shows what each exchange answers and what to do.'),
  )
}

const neverReached: ReadonlySet<FaultKind> = new Set<FaultKind>(['timeout', 'network', 'tls', 'dns'])

function printFindings({ terminal }: Cli, name: string, records: readonly PageRecord[]): void {
  if (records.some(({ page }) => page.answer?.simulated === true)) terminal.printWarning(simulatedNote())
  for (const { page, reading } of records) {
    const market = `${name}, ${page.side}`
    if (reading.state === 'read') {
      const { length: n } = reading.ads
      terminal.printNote(sayCount({ one: '{market}: {n} ad', other: '{market}: {n} ads' }, { n, market }))
    } else terminal.printNote(`${market}: ${foreign(reading.fault.message, `cause.${reading.fault.kind}`)}`)
    if (page.answer?.cut === true)
      terminal.printNote(say('The answer is no readable JSON or too long: only its beginning is recorded.'))
  }
  if (records.every(({ readsTheSame }) => readsTheSame))
    terminal.printNote(say('The recording gives the same ads, prices, limits, methods, counts and errors.'))
  else terminal.printWarning(say('The recording reads differently from the answer: say so in your report.'))
}
