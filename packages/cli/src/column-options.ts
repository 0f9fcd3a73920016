import { nearestWord } from '@p2p-rates/core/internal'
import { CliError } from './cli-error.js'
import type { Cell, Table } from './render/table.js'
import type { Format, Report } from './report.js'
import { say } from './words/say.js'

export type ColumnOptions = {
  readonly columns?: readonly string[]
  /** A name; with a minus in front, largest first. */
  readonly sort?: string
  readonly limit?: number
}

export function applyColumnOptions(report: Report, { columns, sort, limit }: ColumnOptions, format: Format): Report {
  if (columns === undefined && sort === undefined && limit === undefined) return report
  const sorted = sort === undefined ? report : sortedBy(report, sort)
  const limited =
    limit === undefined || report.isKeyValue === true ? sorted : rowsOf(sorted, placesOf(sorted).slice(0, limit))
  const shaped = columns === undefined ? limited : columnsOf(limited, columns)
  return format === 'json' ? { ...shaped, answer: withRows(report, shaped.records) } : shaped
}

function withRows({ answer, records }: Report, rows: readonly unknown[]): unknown {
  if (answer === records) return rows
  if (records.length === 1 && answer === records[0]) return rows[0]
  const [list] = Object.entries(answer as object).find(([, value]) => value === records) ?? []
  if (list === undefined)
    throw new CliError(
      'usage',
      say('The JSON answer of this command has no list for --columns, --sort and --limit.'),
      say('Add --ndjson in place of --json to get its rows.'),
    )
  return { ...(answer as object), [list]: rows }
}

const placesOf = ({ table }: Report): number[] => table.rows.map((_, place) => place)

function sortedBy(report: Report, wanted: string): Report {
  const isFalling = wanted.startsWith('-')
  const column = placeOf(report, isFalling ? wanted.slice(1) : wanted)
  const cellAt = (row: number) => report.table.rows[row]?.[column] ?? null
  const places = placesOf(report).sort((one, other) => {
    const [a, b] = [cellAt(one), cellAt(other)]
    // Unknown values come last in both directions.
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return (isFalling ? -1 : 1) * compare(a, b)
  })
  return rowsOf(report, places)
}

const compare = (one: Cell, other: Cell): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other), 'en')

const picked = <T>(all: readonly T[], places: readonly number[]): T[] =>
  places.flatMap((place) => all.slice(place, place + 1))

function rowsOf(report: Report, places: readonly number[]): Report {
  const pick = <T>(all: readonly T[]): T[] => picked(all, places)
  const { table, peopleTable, records } = report
  const ofTable = (whole: Table): Table => ({
    ...whole,
    rows: pick(whole.rows),
    styles: pick(whole.styles),
    ...(whole.links === undefined ? {} : { links: pick(whole.links) }),
    ...(whole.remarks === undefined ? {} : { remarks: pick(whole.remarks) }),
  })
  return {
    ...report,
    records: records.length === table.rows.length ? pick(records) : records,
    table: ofTable(table),
    ...(peopleTable === undefined ? {} : { peopleTable: ofTable(peopleTable) }),
  }
}

function columnsOf({ chart: _, peopleTable: __, ...report }: Report, names: readonly string[]): Report {
  const places = names.map((name) => placeOf(report, name))
  const pick = <T>(all: readonly T[]): T[] => picked(all, places)
  const { columns, rows, styles } = report.table
  return {
    ...report,
    records: rows.map((row) => Object.fromEntries(places.map((place, index) => [names[index], row[place]]))),
    table: {
      columns: pick(columns).map(({ hidden: _, flexible: __, ...column }) => column),
      rows: rows.map(pick),
      styles: styles.map(pick),
    },
  }
}

function placeOf({ table }: Report, name: string): number {
  const names = table.columns.map((column) => column.name)
  const place = names.indexOf(name)
  if (place >= 0) return place
  const near = nearestWord(name, names)
  throw new CliError(
    'usage',
    say('Unknown column {name}.', { name }),
    near === null
      ? say('Available columns: {names}.', { names: names.join(', ') })
      : say('Did you mean {near}?', { near }),
  )
}
