export type SqlValue = string | number | null | Uint8Array

/** A row as every engine hands it out: numbers are numbers, bytes are bytes. */
export type SqlRow = Readonly<Record<string, SqlValue>>

export function blob(row: SqlRow, column: string): Uint8Array {
  const value = row[column]
  if (value instanceof Uint8Array) return value
  throw new TypeError(`The column ${column} holds no bytes.`)
}

export const blobOrNull = (row: SqlRow, column: string): Uint8Array | null =>
  row[column] === null ? null : blob(row, column)

export function readEnum<const Word extends string>(row: SqlRow, column: string, words: readonly Word[]): Word {
  const found = words.find((each) => each === row[column])
  if (found !== undefined) return found
  throw new TypeError(`The column ${column} holds none of ${words.join(', ')}.`)
}
