/** Rows in the form of RFC 4180. Cells are numbers and times, so none needs quotes; `null` is an empty cell. */
export const csvText = (columns: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string =>
  [columns, ...rows].map((cells) => `${cells.map((cell) => cell ?? '').join(',')}\r\n`).join('')
