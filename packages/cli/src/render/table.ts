export type Cell = string | number | boolean | null | readonly string[]
export type Style = 'good' | 'bad' | 'faint' | 'strong'
/** The kind of a column decides how people see it. Scripts get every value as it is. */
type Kind = 'text' | 'price' | 'money' | 'count' | 'percent' | 'change' | 'time'

export type ColumnMeta = {
  /** For scripts. */
  readonly name: string
  /** For people; the name when absent. */
  readonly heading?: string
  readonly kind?: Kind
  /**
   * Left out when there is no room, after texts are cut. Columns with a number go last, those of one number together.
   */
  readonly flexible?: true | number
  /** For the last column only: its whole text goes on below itself. */
  readonly wraps?: true
  readonly hidden?: boolean
  /** In place of the style of the kind. Null is shown the same everywhere. */
  readonly shown?: (cell: Cell) => string
}
type FieldOf<Row> = { [Name in keyof Row]: Row[Name] extends Cell ? Name : never }[keyof Row]

/** Shows the field of its name, unless it has a `value`. */
export type ColumnOf<Row> = ColumnMeta & {
  readonly style?: Style | ((row: Row) => Style | null)
  readonly link?: (row: Row) => string | null
} & ({ readonly name: FieldOf<Row>; readonly value?: never } | { readonly value: (row: Row) => Cell })

export type Table = {
  readonly columns: readonly ColumnMeta[]
  readonly rows: readonly (readonly Cell[])[]
  readonly styles: readonly (readonly (Style | null)[])[]
  readonly links?: readonly (readonly (string | null)[])[]
  readonly remarks?: readonly string[]
}

export const tableOf = <Row>(
  rows: readonly Row[],
  columns: readonly ColumnOf<Row>[],
  remark?: (row: Row) => string,
): Table => ({
  columns,
  rows: rows.map((row) => columns.map((column) => cellOf(readField(row, column)))),
  styles: rows.map((row) => columns.map(({ style = null }) => (typeof style === 'function' ? style(row) : style))),
  ...(columns.some(({ link }) => link !== undefined)
    ? { links: rows.map((row) => columns.map(({ link }) => link?.(row) ?? null)) }
    : {}),
  ...(remark === undefined ? {} : { remarks: rows.map(remark) }),
})

const readField = <Row>(row: Row, { name, value }: ColumnOf<Row>): Cell =>
  value === undefined ? (row[name as keyof Row] as Cell) : value(row)

/** A server's malformed answer is noticed here at the latest. */
function cellOf(cell: Cell): Cell {
  const isText = (part: unknown) => typeof part === 'string'
  if (cell === null || (Array.isArray(cell) ? cell.every(isText) : /^(string|number|boolean)$/.test(typeof cell)))
    return cell
  throw new TypeError(`A table has no place for ${JSON.stringify(cell)}.`)
}

/** Lists are separated as in the CSV of the API. */
export function cellText(cell: Cell): string {
  if (cell === null) return ''
  return typeof cell === 'object' ? cell.join(' | ') : String(cell)
}
