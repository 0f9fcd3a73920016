import pg from 'pg'

/** Converts values to the types that SQLite returns, so that both engines share the row codecs. */
const parsers: Readonly<Record<number, (text: string) => number | Uint8Array>> = {
  [pg.types.builtins.INT8]: (text) => {
    const number = Number(text)
    if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large for a number.`)
    return number
  },
  // No view into a pool of bytes: columns of integers are laid over it.
  [pg.types.builtins.BYTEA]: (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex')),
}

export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => parsers[oid] ?? pg.types.getTypeParser(oid, format),
}
