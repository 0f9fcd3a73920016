/** Rows as RFC 4180 writes them. Only numbers and times go in, so nothing needs quotes; `null` is an empty cell. */
export const csvText = (columns: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string =>
  [columns, ...rows].map((cells) => `${cells.map((cell) => cell ?? '').join(',')}\r\n`).join('')
