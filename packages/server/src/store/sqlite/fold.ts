import type { SqlFunctions } from './checksums.js'

/** Text as it is searched for: SQLite itself knows the cases of Latin letters alone. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

export function registerFold(driver: SqlFunctions): void {
  driver.function('fold', { deterministic: true }, (text) => fold(String(text)))
}
