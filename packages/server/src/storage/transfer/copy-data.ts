import { createHash } from 'node:crypto'
import { OperatorError } from '../../base/errors/operator-errors.js'
import type { SqlRow, SqlValue } from '../codecs/sql-values.js'
import { NewerDataError } from '../newer-data-error.js'
import { copiedTables, type Table } from '../tables.js'

/** Called after every few rows. Each is counted once on either side. */
export type ReportRows = (progress: { readonly table: string; readonly done: number; readonly all: number }) => void

/** Copies all data, then reads them back and compares them. After a failure the target is empty. */
export const copyData = (
  { source, target }: { readonly source: CopySource; readonly target: CopyTarget },
  { judge, reportRows }: { readonly judge: (reading: TableReader) => Promise<void>; readonly reportRows: ReportRows },
): Promise<readonly TableProof[]> =>
  source.read(async (reading) => {
    refuseDamage(source.name, await reading.faults())
    await judge(reading)
    const all = 2 * (await rowsIn(reading))
    return target.fill(async (filling) => {
      const count = createRowCounter(all, reportRows)
      const sent = await proofsOf(reading, async (table, rows) => {
        await filling.put(table, rows)
        count(table, rows)
      })
      refuseDifference(sent, await proofsOf(filling, count))
      return sent
    })
  })

export const compareData = (
  one: CopySource,
  other: CopySource,
  reportRows: ReportRows,
): Promise<readonly TableProof[]> =>
  one.read((reading) =>
    other.read(async (otherReading) => {
      const count = createRowCounter((await rowsIn(reading)) + (await rowsIn(otherReading)), reportRows)
      const proofs = await proofsOf(reading, count)
      refuseDifference(proofs, await proofsOf(otherReading, count))
      return proofs
    }),
  )

type OnRows = (table: Table, rows: readonly SqlRow[]) => void | Promise<void>

async function proofsOf(reading: TableReader, onRows: OnRows): Promise<readonly TableProof[]> {
  const proofs: TableProof[] = []
  for (const table of copiedTables) {
    const digest = createTableDigest(table)
    for await (const rows of reading.pages(table)) {
      digest.add(rows)
      await onRows(table, rows)
    }
    proofs.push(digest.proof())
  }
  return proofs
}

function refuseDifference(proofs: readonly TableProof[], others: readonly TableProof[]): void {
  const differences = proofs.flatMap(({ table, rows, digest }, at) => {
    const other = others[at]
    return other?.digest === digest
      ? []
      : [`${table}: ${rows} rows (${short(digest)}) and ${other?.rows} rows (${short(other?.digest)})`]
  })
  if (differences.length > 0) throw new OperatorError(`The two sides are not the same:\n  ${differences.join('\n  ')}`)
}

const short = (digest = ''): string => digest.slice(0, 16)

async function rowsIn(reading: TableReader): Promise<number> {
  let rows = 0
  for (const table of copiedTables) rows += await reading.rows(table)
  return rows
}

function createRowCounter(all: number, tell: ReportRows) {
  let done = 0
  return (table: Table, rows: readonly SqlRow[]): void => {
    done += rows.length
    tell({ table: table.name, done, all })
  }
}

export type TableProof = { readonly table: string; readonly rows: number; readonly digest: string }

/** A digest of rows in their order. Each value goes in with its kind and its length: nothing may move from one to the next. */
export function createTableDigest(table: { readonly name: string; readonly data: Table['data'] }) {
  const hash = createHash('sha256')
  const names = [...table.data.keys()]
  let rows = 0
  return {
    add: (page: readonly SqlRow[]): void => {
      rows += page.length
      for (const row of page)
        for (const column of names) {
          const value = valueIn(table, row, column)
          if (value instanceof Uint8Array) hash.update(`bytes ${value.length}\n`).update(value)
          else hash.update(valueText(value))
        }
    },
    proof: (): TableProof => ({ table: table.name, rows, digest: hash.digest('hex') }),
  }
}

function valueText(value: Exclude<SqlValue, Uint8Array>): string {
  const text = value === null ? '' : String(value)
  return `${value === null ? 'null' : typeof value} ${Buffer.byteLength(text)}\n${text}`
}

/** Tables in one state, from the first read to the last. */
export interface TableReader {
  rows(table: Table): Promise<number>
  /** All rows in order, few at a time: years of history need not be in memory at once. */
  pages(table: Table): AsyncIterable<readonly SqlRow[]>
}

interface SourceReader extends TableReader {
  faults(): Promise<readonly string[]>
}

export interface TableWriter extends TableReader {
  put(table: Table, rows: readonly SqlRow[]): Promise<void>
}

export interface CopySource {
  /** For people: no password is in it. */
  readonly name: string
  /** Rejects for data of another release. */
  read<Result>(work: (reading: SourceReader) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

export interface CopyTarget {
  readonly name: string
  /** Atomic, and only for an empty target. The work may restart with an empty target; its last result counts. */
  fill<Result>(work: (filling: TableWriter) => Promise<Result>): Promise<Result>
}

export const rowsPerPage = 500

/** A column that an engine has left out is our mistake, not an empty one. */
export function valueIn({ name }: { readonly name: string }, row: SqlRow, column: string): SqlValue {
  const value = row[column]
  if (value === undefined) throw new TypeError(`A row of ${name} has no ${column}.`)
  return value
}

/** Rows are copied as they are, so both sides have the shape of this release. */
export function refuseOtherVersion(name: string, version: number, newest: number): void {
  if (version === newest) return
  if (version === 0) throw new OperatorError(`There are no data at ${name} yet.`)
  if (version > newest) throw new NewerDataError(version, newest)
  throw new OperatorError(
    `${name} is of version ${version}, and this release copies version ${newest}. Bring it there first: p2p-server migrate.`,
  )
}

/** A started server's notes about itself don't count, because the copied ones replace them. */
export async function refuseRows(name: string, hasRows: (table: Table) => Promise<boolean>): Promise<void> {
  for (const table of copiedTables)
    if (table.name !== 'meta' && (await hasRows(table)))
      throw new OperatorError(`${name} is not empty: its table ${table.name} has rows. Nothing was copied.`)
}

function refuseDamage(name: string, faults: readonly string[]): void {
  if (faults.length > 0)
    throw new OperatorError(`${name} is damaged, and nothing was copied:\n  ${faults.slice(0, 20).join('\n  ')}`)
}
