import type { Answer, P2P, RateStream, StreamQuery } from '@p2p-rates/sdk'
import type { Command } from 'commander'
import { Failure } from './failure.js'
import { fieldText } from './field-text.js'
import { inTime } from './in-time.js'
import { page, pagerOf } from './pager.js'
import { harmless } from './render/harmless.js'
import type { Format, Report } from './report.js'
import { reportText } from './report-text.js'
import { type GlobalOptions, readSettings, type Settings } from './settings/settings.js'
import { shapeReport } from './shape-report.js'
import { simulated as markedReport, simulatedCsv, simulatedNote } from './simulated.js'
import { openServerSource, usualServerPatienceMs } from './source/server-source.js'
import type { Source } from './source/source.js'
import type { Terminal } from './terminal.js'

/** The services that every command works with. */
export type Cli = {
  readonly terminal: Terminal
  readonly options: GlobalOptions
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly format: Format
  /** Sets what Ctrl+C does from now on, instead of ending at once. */
  whenInterrupted(act: () => void): void
  settings(): Promise<Settings>
  /**
   * The source of prices. Notes changed addresses of exchanges. The same question is asked again after the pause only.
   */
  source(everySeconds?: number): Promise<Source>
  /** The source's answer, if it comes in time. Remembers whether it was simulated. */
  ask<T>(question: (p2p: P2P) => PromiseLike<T>): Promise<T>
  /** The source's answers as they come, the first one in time. */
  follow(query: StreamQuery, everySeconds: number): Promise<RateStream>
  /** An answer that is safe to print. Documents keep it as it is; other formats lose what a terminal would obey. */
  read<T>(answer: T): T
  /** The server that has answered, if one has. */
  answeredBy(): string | null
  /** Prints a report, with simulated prices marked in every format. */
  print(report: Report): void
  /** Whether any answer was simulated, for output that is not a report. */
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
  let waiting = 0
  let paged = ''
  const pager = options.pager === false ? null : pagerOf(environment, process.platform)
  const isPaged = (text: string): boolean =>
    format === 'people' && pager !== null && (paged !== '' || text.split('\n').length > terminal.height)
  let answeredBy: string | null = null

  const readOnce = () => {
    settings ??= readSettings(options, environment)
    return settings
  }
  async function openSource(everySeconds?: number): Promise<Source> {
    const read = await readOnce()
    if (read.server !== null) return openServerSource(read.server, read.key, read)
    if (read.exchangeUrls.size > 0)
      terminal.note(
        options.exchangeUrl === undefined
          ? 'Asking the exchanges directly, at the addresses that are remembered.'
          : 'Asking the exchanges directly, at the addresses of --exchange-url where given.',
      )
    return (await import('./source/direct-source.js')).openDirectSource(read, everySeconds)
  }
  const sourceOnce = (everySeconds?: number) => {
    source ??= openSource(everySeconds)
    return source
  }

  /** Fails when a server takes longer than allowed. Late exchanges are left out by the direct client itself. */
  async function waitFor<T>(server: string | null, answer: PromiseLike<T>): Promise<T> {
    // Questions asked at the same time share one spinner.
    const progress = waiting++ === 0 ? terminal.progress() : null
    const tell = () => progress?.tell(server === null ? 'asking the exchanges' : `waiting for ${server}`)
    // A server answers at once; exchanges take their time.
    const telling = setTimeout(tell, server === null ? 0 : 1_000)
    const patienceMs = (await readOnce()).timeoutMs ?? usualServerPatienceMs
    try {
      return server === null ? await answer : await inTime(answer, server, patienceMs)
    } finally {
      clearTimeout(telling)
      progress?.end()
      waiting--
    }
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
      const asked = question(p2p)
      if (!isAnswer(asked)) {
        const answer = await waitFor(server, asked)
        answeredBy = server
        return cli.read(answer)
      }
      const { data, simulated } = await waitFor(server, asked.withResponse())
      answeredBy = server
      isSimulated ||= simulated
      return cli.read(data)
    },
    async follow(query, everySeconds) {
      const { p2p, server } = await sourceOnce(everySeconds)
      const updates = p2p.stream(query)
      const next = updates.next.bind(updates)
      let isFirst = true
      // A loop reads `next` once, so this one serves the later answers too, which come when there is news.
      updates.next = async () => {
        if (!isFirst) return next()
        isFirst = false
        const first = await waitFor(server, next())
        answeredBy = server
        return first
      }
      return updates
    },
    read: (answer) => (format === 'json' || format === 'ndjson' ? answer : harmless(answer)),
    answeredBy: () => answeredBy,
    print: (report) => {
      const mark = !isSimulated ? (unmarked: Report) => unmarked : format === 'csv' ? simulatedCsv : markedReport
      const text =
        options.field === undefined
          ? reportText(mark(shapeReport(report, options, format)), format, terminal.look)
          : fieldText(mark(report).answer, options.field)
      if (isPaged(text)) paged += text
      else terminal.write(text)
      if (isSimulated && (format === 'plain' || format === 'csv' || options.field !== undefined))
        terminal.warn(simulatedNote)
    },
    isSimulated: () => isSimulated,
    close: async () => {
      // Last, so that other messages do not cross it.
      if (paged !== '' && pager !== null) {
        whenInterrupted(() => {})
        if (!(await page(paged, pager, environment))) terminal.write(paged)
      }
      // The reason why it did not open was printed already.
      await source?.then((opened) => opened.close()).catch(() => {})
    },
    equip: (command) => equip(command, cli),
  }
  return cli
}

const isAnswer = <T>(asked: PromiseLike<T>): asked is Answer<T> => 'withResponse' in asked

function formatOf({ json, csv, ndjson, table, field }: GlobalOptions, outIsTty: boolean): Format {
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
  if (field !== undefined && chosen.length > 0)
    throw new Failure('usage', '--field prints bare values: it excludes --json, --csv, --ndjson and --table.')
  // Values are taken from the unchanged answer.
  if (field !== undefined) return 'json'
  return chosen[0]?.[0] ?? (outIsTty ? 'people' : 'plain')
}
