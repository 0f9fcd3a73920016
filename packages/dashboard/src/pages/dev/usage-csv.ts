import type { UsageOfKey } from '@p2p-rates/contract'

/** The lines as they were answered, the oldest day first. Names of endpoints and keys hold nothing that a table obeys. */
export const usageCsv = (lines: readonly UsageOfKey[]): string =>
  [
    columns.join(','),
    ...lines
      .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
      .map((line) => columns.map((column) => line[column]).join(',')),
  ]
    .map((row) => `${row}\r\n`)
    .join('')

const columns = ['day', 'key_prefix', 'endpoint', 'requests', 'counted', 'errors', 'limited'] as const
