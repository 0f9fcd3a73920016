import { foldCase } from '../codecs/fold.js'
import type { SqlFunctions } from './checksums.js'

export function registerFold(driver: SqlFunctions): void {
  driver.function('fold', { deterministic: true }, (text) => foldCase(String(text)))
}
