import { OperatorError } from '../../base/errors/operator-errors.js'
import type { SqlRow } from '../codecs/sql-values.js'
import { copiedTables, type Table } from '../tables.js'
import type { CopySource, CopyTarget, TableReader } from './copy-ports.js'
import { refuseDamage } from './copy-preconditions.js'
import { createTableDigest, type TableProof } from './table-digest.js'

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
