import { exchanges, fiats } from '@p2p-rates/core'

export function frontPage(text: string): string {
  const names = exchanges.map(({ name }) => name)
  return text
    .replace(
      /p2p-rates reads [\w, ]+, judges/,
      `p2p-rates reads ${names.slice(0, -1).join(', ')} and ${names.at(-1)}, judges`,
    )
    .replace(/in \d+ currencies/, `in ${fiats.length} currencies`)
}
