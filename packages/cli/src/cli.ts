import type { Exchanges } from '@p2p-rates/core'
import type { APIPromise, P2P, RateStream, StreamQuery } from '@p2p-rates/sdk'
import type { Command } from 'commander'
import { chooseFormat, createPrinter } from './printer.js'
import { sanitize } from './render/sanitize.js'
import type { Format, Report } from './report.js'
import { type GlobalOptions, readSettings, type Settings } from './settings/settings.js'
import type { Source } from './source/source.js'
import { createSourceSession } from './source-session.js'
import type { Terminal } from './terminal.js'

/** Surroundings of one call. */
type CliContext = {
  readonly terminal: Terminal
  readonly options: GlobalOptions
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The words of the command line as they were typed. */
  readonly typedWords: readonly string[]
  /** Relative paths begin here. */
  readonly folder: string
  /** Sets what Ctrl+C does from now on, instead of ending at once. */
  setInterruptHandler(act: () => void): void
  setExitCode(code: number): void
  sleep(ms: number): Promise<unknown>
  /** Reads piped input to its end; empty if stdin is a terminal. */
  readInput(): Promise<string>
  /** The listed exchanges and those of `--exchange-module`. */
  exchanges(): Promise<Exchanges>
}

export type Cli = CliContext & {
  readonly format: Format
  /** Sources of parameters that were not typed, such as P2P_FIAT, for errors. */
  readonly origins: Map<string, string>
  settings(): Promise<Settings>
  /** The source of prices, which answers the same question from memory until the pause is over. */
  source(everySeconds?: number): Promise<Source>
  /** The source's answer, if it comes in time. Remembers whether it was simulated. */
  request<T>(question: (p2p: P2P) => APIPromise<T>): Promise<T>
  followStream(query: StreamQuery, everySeconds: number): Promise<RateStream>
  /** An answer that is safe to print. Documents keep it as it is; other formats lose what a terminal would obey. */
  safeToPrint<T>(answer: T): T
  answeringServer(): string | null
  /** Prints a report, with simulated prices marked in every format. */
  printReport(report: Report): void
  /** Shows a text to people, page by page where it is longer than the window. */
  showPaged(text: string): void
  /** False if no answer was simulated. For output that is not a report. */
  isSimulated(): boolean
  configure(command: Command): Promise<void>
  close(): Promise<void>
}

export type CliParts = CliContext & { readonly configure: (command: Command, cli: Cli) => Promise<void> }

export function openCli({ configure, ...parts }: CliParts): Cli {
  const { terminal, options, environment, exchanges, setInterruptHandler } = parts
  const format = chooseFormat(options, terminal.outIsTty)
  let settings: Promise<Settings> | undefined
  const settingsOnce = () => {
    settings ??= readSettings(options, environment)
    return settings
  }
  const origins = new Map<string, string>()
  const session = createSourceSession({ terminal, origins, settings: settingsOnce, exchanges })
  const printer = createPrinter({ terminal, options, environment, format, whenInterrupted: setInterruptHandler })
  const safeToPrint = <T>(answer: T): T => (format === 'json' || format === 'ndjson' ? answer : sanitize(answer))

  const cli: Cli = {
    ...parts,
    format,
    origins,
    settings: settingsOnce,
    source: session.source,
    request: async (question) => safeToPrint(await session.ask(question)),
    followStream: session.follow,
    safeToPrint,
    answeringServer: session.answeringServer,
    printReport: (report) => printer.print(report, session.isSimulated()),
    showPaged: printer.show,
    isSimulated: session.isSimulated,
    close: async () => {
      // Last, so that other messages do not cross it.
      await printer.showPages()
      await session.close()
    },
    configure: async (command) => {
      await printer.prepare()
      await configure(command, cli)
    },
  }
  return cli
}
