import type { RateStream, Rates } from '@p2p-rates/sdk'
import type { Cli } from '../cli.js'
import { detectClosedPipe } from '../detect-closed-pipe.js'
import { exchangeName, shownAsName, usualExchanges } from '../exchange-names.js'
import { openFullScreen } from '../full-screen.js'
import { chosenFiat } from '../input/chosen-fiat.js'
import { everyOption, fiatArgument, fiatOption } from '../input/options.js'
import { listenForKeys } from '../keyboard.js'
import { marked, simulated, simulatedNote } from '../mark-simulated-output.js'
import { truncate } from '../render/display-width.js'
import type { RenderOptions } from '../render/draw-table.js'
import { paragraph } from '../render/paragraph.js'
import { tableOf } from '../render/table.js'
import type { Report } from '../report.js'
import { reportText } from '../report-text.js'
import { valuesAtPath } from '../values-at-path.js'
import { say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'
import { ratesReport, warnOfMissingRates } from './rates.js'

export const define: CommandFactory = (command, cli) =>
  command
    .addArgument(fiatArgument())
    .addOption(fiatOption())
    .addOption(everyOption())
    .action(async (word: string | undefined, options: { fiat?: string; every: number }) => {
      const query = await chosenFiat(cli, options, word)
      if (cli.format === 'people' && cli.terminal.outIsTty)
        await redraw(cli, await cli.followStream({ ...query, include: 'confidence' }, options.every))
      else await append(cli, await cli.followStream(query, options.every))
    })

/** One screen, drawn again with every update and every second, so that the age is true. */
async function redraw(cli: Cli, updates: RateStream): Promise<void> {
  let latest: Rates | null = null
  let before: Rates | null = null
  let told = 0
  const draw = () => {
    if (latest === null) return
    const report = watchReport(latest, before, Date.now())
    const shown = isSimulated(updates) ? simulated(report) : report
    screen.draw(watchText(shown, cli.terminal.renderOptions, process.stdout.rows ?? 24))
  }
  const screen = openFullScreen(process.stdout, draw)
  const keys = listenForKeys(process.stdin, {
    quit: () => void updates.return?.(),
    interrupt: () => process.kill(process.pid, 'SIGINT'),
    // Drawn again when the process is resumed.
    rest: screen.close,
  })
  const ticking = setInterval(draw, 1000)
  try {
    for await (const rates of updates) {
      before = latest
      latest = cli.safeToPrint(rates)
      draw()
      if (++told >= most(cli)) break
    }
  } finally {
    clearInterval(ticking)
    keys.close()
    screen.close()
  }
}

/** The part that fits a window: the answer comes before the exchanges, the exchanges before the heading. */
export function watchText(report: Report, look: RenderOptions, height: number): string {
  const ending = ['', `  ${look.paint.dim(say('q quits'))}`]
  const { table } = report
  for (let kept = table.rows.length; kept > 0; kept--) {
    const hidden = table.rows.length - kept
    const shorter: Report = {
      ...report,
      table: { ...table, rows: table.rows.slice(0, kept) },
      footer: () => [
        ...(hidden === 0 ? [] : [look.paint.dim(`  ${say('{n} more do not fit', { n: hidden })}`), '']),
        ...(report.footer?.(look) ?? []),
        ...ending,
      ],
    }
    const text = reportText(shorter, 'people', look).trimEnd()
    if (text.split('\n').length <= height) return text
  }
  const answer = report.footer?.(look) ?? []
  const [title = ''] = report.title === undefined ? [] : [truncate(report.title, look.width)]
  const lines = [look.paint.bold(title), ...answer, ...ending]
  return (lines.length <= height ? lines : answer).slice(0, height).join('\n')
}

function watchReport(rates: Rates, before: Rates | null, nowMs: number): Report {
  const report = ratesReport(rates, nowMs)
  const old = new Map(before?.exchanges.map((row) => [row.exchange, row]))
  const moves = tableOf(rates.exchanges, [
    {
      name: 'since the last update',
      value: (row) => moved(row, old.get(row.exchange)),
      flexible: true,
      style: 'strong',
    },
  ])
  const { columns, rows, styles } = report.table
  const missing = usualExchanges.filter((id) => !rates.exchanges.some(({ exchange }) => exchange === id))
  return {
    ...report,
    footer: (look) => [
      ...(report.footer?.(look) ?? []),
      ...(missing.length === 0
        ? []
        : paragraph(
            say('Without {exchanges}: see p2p sources.', { exchanges: missing.map(exchangeName).join(', ') }),
            look.width,
          )),
    ],
    table: {
      columns: [...columns, ...moves.columns],
      rows: rows.map((cells, index) => [...cells, ...(moves.rows[index] ?? [])]),
      styles: styles.map((row, index) => [...row, ...(moves.styles[index] ?? [])]),
    },
  }
}

const isSimulated = ({ connection }: RateStream): boolean => connection?.simulated === true

type Sides = { readonly buy: number | null; readonly sell: number | null }

function moved(now: Sides, before: Sides | undefined): string {
  if (before === undefined) return ''
  const arrow = (side: 'buy' | 'sell') => {
    const [to, from] = [now[side], before[side]]
    if (to === null || from === null || to === from) return []
    const move = `${to > from ? '▲' : '▼'} ${Number(Math.abs(to - from).toFixed(8))}`
    return [side === 'buy' ? say('buy {move}', { move }) : say('sell {move}', { move })]
  }
  return [...arrow('buy'), ...arrow('sell')].join('  ')
}

async function append(cli: Cli, updates: RateStream): Promise<void> {
  let isFirst = true
  let written = 0
  const { field } = cli.options
  const isDocument = (cli.format === 'json' || cli.format === 'ndjson') && field === undefined
  const lineIsOver = isDocument ? detectClosedPipe(cli.terminal) : () => {}
  for await (const told of updates) {
    const rates = cli.safeToPrint(told)
    const report = bestReport(rates)
    const answer = isSimulated(updates) ? marked(rates) : rates
    if (isFirst && isSimulated(updates) && !isDocument) cli.terminal.printWarning(simulatedNote())
    const format = cli.format === 'json' ? 'ndjson' : cli.format
    const text =
      field === undefined
        ? reportText({ ...report, records: [answer] }, format, cli.terminal.renderOptions)
        : valuesAtPath(answer, field)
    const headingLines = isFirst ? 0 : cli.format === 'csv' || cli.format === 'people' ? 1 : 0
    cli.terminal.write(text.split('\n').slice(headingLines).join('\n'))
    lineIsOver()
    if (isFirst) await warnOfMissingRates(cli, rates)
    isFirst = false
    if (++written >= most(cli)) return
  }
}

const most = ({ options }: Cli): number => options.limit ?? Number.POSITIVE_INFINITY

const bestReport = (rates: Rates): Report => ({
  answer: rates,
  records: [rates],
  table: tableOf(
    [rates],
    [
      { name: 'updated_at' },
      { name: 'fiat' },
      { name: 'buy', heading: 'you buy at', kind: 'price', value: (now) => now.best_buy.price },
      { name: 'buy_exchange', heading: 'on', value: (now) => now.best_buy.exchange, shown: shownAsName },
      { name: 'sell', heading: 'you sell at', kind: 'price', value: (now) => now.best_sell.price },
      { name: 'sell_exchange', heading: 'on', value: (now) => now.best_sell.exchange, shown: shownAsName },
      { name: 'cross_exchange_spread_pct', heading: 'spread %', kind: 'percent' },
    ],
  ),
})
