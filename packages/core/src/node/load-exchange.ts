import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Exchange } from '../exchanges/define-exchange.js'
import { exchangeDefect } from '../exchanges/exchange-defect.js'

/** A file from which no exchange can be loaded; says which one and why. */
export class ExchangeModuleError extends Error {
  override readonly name = 'ExchangeModuleError'
  constructor(file: string, why: string, options?: ErrorOptions) {
    super(`${file} cannot be plugged in: ${why}.`, options)
  }
}

/**
 * The exchange that a file exports by default, checked so that it can stand beside these. The file is a program of
 * whoever named it, and is run. `folder`: where a relative path begins.
 *
 * @example
 * plugIn(await loadExchange('./bazaar.mjs', process.cwd(), everyExchange))
 */
export async function loadExchange(
  file: string,
  folder: string,
  beside: readonly Pick<Exchange, 'id' | 'name'>[],
): Promise<Exchange> {
  const path = resolve(folder, file)
  const found = await stat(path).catch(() => null)
  if (found === null) throw new ExchangeModuleError(file, `there is no file ${path}`)
  if (!found.isFile()) throw new ExchangeModuleError(file, `${path} is no file`)
  const { default: value } = await importFile(file, path)
  if (value === undefined) throw new ExchangeModuleError(file, 'it has no default export')
  const defect = exchangeDefect(value, beside)
  if (defect !== null) throw new ExchangeModuleError(file, defect)
  return value as Exchange
}

async function importFile(file: string, path: string): Promise<{ readonly default?: unknown }> {
  try {
    return (await import(/* @vite-ignore */ pathToFileURL(path).href)) as { readonly default?: unknown }
  } catch (cause) {
    const [line = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n', 1)
    throw new ExchangeModuleError(file, `it does not load: ${line.replace(/[.\s]+$/, '')}`, { cause })
  }
}
