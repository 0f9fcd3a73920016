import { CliError } from './cli-error.js'
import { applyColumnOptions } from './column-options.js'
import { simulated, simulatedCsv, simulatedNote } from './mark-simulated-output.js'
import { page, pagerOf } from './pager.js'
import type { Format, Report } from './report.js'
import { reportText } from './report-text.js'
import type { GlobalOptions } from './settings/settings.js'
import type { Terminal } from './terminal.js'
import { valuesAtPath } from './values-at-path.js'
import { say } from './words/say.js'

type PrinterParts = {
  readonly terminal: Terminal
  readonly options: GlobalOptions
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly format: Format
  readonly whenInterrupted: (act: () => void) => void
}

export function createPrinter({ terminal, options, environment, format, whenInterrupted }: PrinterParts) {
  const pager = options.pager === false ? null : pagerOf(environment, process.platform)
  let paged = ''
  const isPaged = (text: string): boolean =>
    format === 'people' && pager !== null && (paged !== '' || text.split('\n').length > terminal.height)

  function textOf(report: Report, mark: (report: Report) => Report): string {
    if (options.field !== undefined) return valuesAtPath(mark(report).answer, options.field)
    return reportText(mark(applyColumnOptions(report, options, format)), format, terminal.renderOptions)
  }

  let withCsv = (report: Report): Report => report

  function show(text: string): void {
    if (isPaged(text)) paged += text
    else terminal.write(text)
  }

  return {
    show,
    /** Before the first report. Only CSV needs the contract, which takes its time to load. */
    async prepare(): Promise<void> {
      if (format === 'csv') withCsv = (await import('./csv-report.js')).csvReport
    },
    print(report: Report, isSimulated: boolean): void {
      const mark = format === 'csv' ? simulatedCsv : simulated
      show(textOf(withCsv(report), isSimulated ? mark : (unmarked) => unmarked))
      if (isSimulated && (format === 'plain' || format === 'csv' || options.field !== undefined))
        terminal.printWarning(simulatedNote())
    },
    async showPages(): Promise<void> {
      if (paged === '' || pager === null) return
      whenInterrupted(() => {})
      if (!(await page(paged, pager, environment))) terminal.write(paged)
    },
  }
}

export function chooseFormat({ json, csv, ndjson, table, field }: GlobalOptions, outIsTty: boolean): Format {
  const chosen = (
    [
      ['json', json],
      ['csv', csv],
      ['ndjson', ndjson],
      ['people', table],
    ] as const
  ).filter(([, wanted]) => wanted === true)
  if (chosen.length > 1)
    throw new CliError('usage', say('--json, --csv, --ndjson and --table cannot be combined.'), say('Use one of them.'))
  if (field !== undefined && chosen.some(([format]) => format !== 'json'))
    throw new CliError(
      'usage',
      say('--field prints values of the JSON answer: it cannot be combined with --csv, --ndjson or --table.'),
    )
  // Values are taken from the unchanged answer.
  if (field !== undefined) return 'json'
  return chosen[0]?.[0] ?? (outIsTty ? 'people' : 'plain')
}
