import { OperatorError } from '../../base/errors/operator-errors.js'
import { NewerDataError } from '../newer-data-error.js'
import { copiedTables, type Table } from '../tables.js'

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

export function refuseDamage(name: string, faults: readonly string[]): void {
  if (faults.length > 0)
    throw new OperatorError(`${name} is damaged, and nothing was copied:\n  ${faults.slice(0, 20).join('\n  ')}`)
}
