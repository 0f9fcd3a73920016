import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

export type SqlValue = string | number | null | Uint8Array

/** A row as every engine hands it out: numbers are numbers, bytes are bytes. */
export type SqlRow = Readonly<Record<string, SqlValue>>

export function blob(row: SqlRow, column: string): Uint8Array {
  const value = row[column]
  if (value instanceof Uint8Array) return value
  throw new TypeError(`The column ${column} holds no bytes.`)
}

export function readEnum<const Word extends string>(row: SqlRow, column: string, words: readonly Word[]): Word {
  const found = words.find((each) => each === row[column])
  if (found !== undefined) return found
  throw new TypeError(`The column ${column} holds none of ${words.join(', ')}.`)
}

export const readJson = <Value>(row: SqlRow, column: string): Value => parseOwn(String(row[column]))

export const packJson = (value: unknown, quality: number): Uint8Array =>
  brotliCompressSync(JSON.stringify(value), { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

export const readPackedJson = <Value>(row: SqlRow, column: string): Value =>
  parseOwn(brotliDecompressSync(blob(row, column)).toString('utf8'))

/** Parses JSON that this server wrote. Its shape was checked before it was stored, and the row has a checksum. */
const parseOwn = <Value>(text: string): Value => JSON.parse(text) as Value

/** Text as it is searched for: databases themselves know the cases of Latin letters alone. */
export const foldCase = (text: string): string => text.normalize('NFKC').toLowerCase()
