import { foldCase } from '../codecs/fold-case.js'
import type { SqlFunctions } from './checksums.js'

export function registerFoldCase(driver: SqlFunctions): void {
  driver.function('fold', { deterministic: true }, (text) => foldCase(String(text)))
}
