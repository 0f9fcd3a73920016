import type { Answer, P2P } from '@p2p-rates/sdk'
import type { Command } from 'commander'
import { Failure } from './failure.js'
import { page, pagerOf } from './pager.js'
import { reportText } from './print-report.js'
import type { Format, Report } from './report.js'
import { type GlobalOptions, readSettings, type Settings } from './settings/settings.js'
import { simulated, simulatedNote } from './simulated.js'
import { openServerSource } from './source/server-source.js'
import type { Source } from './source/source.js'
import type { Terminal } from './terminal.js'

/** What every command works with. */
export type Cli = {
  readonly terminal: Terminal
  readonly options: GlobalOptions
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly format: Format
  /** Says what Ctrl+C does from now on, instead of ending at once. */
  whenInterrupted(act: () => void): void
  settings(): Promise<Settings>
  /** Where prices come from; says so when it is the exchanges themselves. They are asked again after the pause at the earliest. */
  source(everySeconds?: number): Promise<Source>
  /** What the source answers. It is remembered whether that was simulated. */
  ask<T>(question: (p2p: P2P) => PromiseLike<T>): Promise<T>
  /** Simulated prices are marked, in every format. */
  print(report: Report): void
  /** Whether anything that was answered is simulated: for what is not printed as a report. */
  isSimulated(): boolean
  /** Gives another command its options. */
  equip(command: Command): Promise<void>
  close(): Promise<void>
}

export type CliParts = Pick<Cli, 'terminal' | 'options' | 'environment' | 'whenInterrupted'> & {
  readonly equip: (command: Command, cli: Cli) => Promise<void>
}

export function openCli({ terminal, options, environment, whenInterrupted, equip }: CliParts): Cli {
  const format = formatOf(options, terminal.outIsTty)
  let settings: Promise<Settings> | undefined
  let source: Promise<Source> | undefined
  let isSimulated = false
  let paged = ''
  const pager = options.pager === false ? null : pagerOf(environment, process.platform)
  const isPaged = (text: string): boolean =>
    format === 'people' && pager !== null && (paged !== '' || text.split('\n').length > terminal.height)

  const readOnce = () => {
    settings ??= readSettings(options, environment)
    return settings
  }
  async function openSource(everySeconds?: number): Promise<Source> {
    const read = await readOnce()
    if (read.server !== null) return openServerSource(read.server, read.key)
    terminal.note(
      read.exchangeUrls.size > 0
        ? 'Asking the exchanges directly, at the addresses of --exchange-url where given.'
        : 'No server is set: asking the exchanges directly. (p2p login remembers one.)',
    )
    return (await import('./source/direct-source.js')).openDirectSource(read, everySeconds)
  }
  const sourceOnce = (everySeconds?: number) => {
    source ??= openSource(everySeconds)
    return source
  }

  const cli: Cli = {
    terminal,
    options,
    environment,
    format,
    whenInterrupted,
    settings: readOnce,
    source: sourceOnce,
    async ask(question) {
      const { p2p, server } = await sourceOnce()
      const progress = terminal.progress()
      try {
        // A server answers at once; exchanges take their time.
        if (server === null) progress.tell('asking the exchanges')
        const asked = question(p2p)
        if (!isAnswer(asked)) return await asked
        const received = await asked.withResponse()
        isSimulated ||= received.simulated
        return received.data
      } finally {
        progress.end()
      }
    },
    print: (report) => {
      const text = reportText(isSimulated ? simulated(report) : report, format, terminal.look)
      if (isPaged(text)) paged += text
      else terminal.write(text)
      if (isSimulated && (format === 'plain' || format === 'csv')) terminal.warn(simulatedNote)
    },
    isSimulated: () => isSimulated,
    close: async () => {
      // Last, so that nothing is said across it.
      if (paged !== '' && pager !== null) {
        whenInterrupted(() => {})
        if (!(await page(paged, pager, environment))) terminal.write(paged)
      }
      // What kept it from opening was said already.
      await source?.then((opened) => opened.close()).catch(() => {})
    },
    equip: (command) => equip(command, cli),
  }
  return cli
}

const isAnswer = <T>(asked: PromiseLike<T>): asked is Answer<T> => 'withResponse' in asked

function formatOf({ json, csv, ndjson, table }: GlobalOptions, outIsTty: boolean): Format {
  const chosen = (
    [
      ['json', json],
      ['csv', csv],
      ['ndjson', ndjson],
      ['people', table],
    ] as const
  ).filter(([, wanted]) => wanted === true)
  if (chosen.length > 1)
    throw new Failure('usage', '--json, --csv, --ndjson and --table exclude each other.', 'Choose one.')
  return chosen[0]?.[0] ?? (outIsTty ? 'people' : 'plain')
}
