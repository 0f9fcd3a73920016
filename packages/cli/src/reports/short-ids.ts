import type { ColumnOf } from '../render/table.js'

export const shortId = (id: unknown): string => String(id).slice(0, shortLength)

const shortLength = 10
/** A whole id is longer, so it need not be looked up. */
const leastWhole = 20

/** The whole id for one as a table shows it; as it is where none or several begin so. */
export async function completeId(
  typed: string,
  list: () => Promise<readonly { readonly id: string }[]>,
): Promise<string> {
  if (typed.length >= leastWhole) return typed
  const found = (await list()).filter(({ id }) => id.startsWith(typed))
  return found.length === 1 ? (found[0]?.id ?? typed) : typed
}

/** Columns for people: the id, which is only copied, comes last and short. */
export const withIdLast = <Row>(columns: readonly ColumnOf<Row>[]): ColumnOf<Row>[] => [
  ...columns.filter(({ name }) => name !== 'id'),
  ...columns.filter(({ name }) => name === 'id').map((column) => ({ ...column, shown: shortId })),
]
