import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { everyExchange, exchanges } from '../exchanges/all.js'
import { createExchanges, type Exchanges, keyedExchanges } from '../exchanges/create-exchanges.js'
import type { Exchange } from '../exchanges/define-exchange.js'
import { exchangeDefect } from '../exchanges/exchange-definition-defect.js'

/** A file from which no exchange can be loaded; says which one and why. */
export class ExchangeModuleError extends Error {
  override readonly name = 'ExchangeModuleError'
  constructor(file: string, why: string, options?: ErrorOptions) {
    super(`${file} cannot be plugged in: ${why}.`, options)
  }
}

/**
 * Load the exchanges that files export by default, next to those that are read by default. The files are programs and
 * are executed. A file that is named twice counts once. `folder`: base of relative paths.
 *
 * @example
 * const known = await loadExchanges(['./bazaar.mjs'], process.cwd())
 * const client = createExchangeClient({ exchanges: known.list })
 */
export async function loadExchanges(files: readonly string[], folder: string): Promise<Exchanges> {
  const added: Exchange[] = []
  const once = new Map(files.map((file) => [resolve(folder, file), file])).values()
  for (const file of once) added.push(await loadExchange(file, folder, [...everyExchange, ...keyedExchanges, ...added]))
  return createExchanges([...exchanges, ...added])
}

async function loadExchange(
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
  const defect = defectOf(file, value, beside)
  if (defect !== null) throw new ExchangeModuleError(file, defect)
  return value as Exchange
}

function defectOf(file: string, value: unknown, beside: Parameters<typeof exchangeDefect>[1]): string | null {
  try {
    return exchangeDefect(value, beside)
  } catch (cause) {
    throw new ExchangeModuleError(file, `it cannot be looked at: ${firstLineOf(cause)}`, { cause })
  }
}

async function importFile(file: string, path: string): Promise<{ readonly default?: unknown }> {
  let giveUp: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    const why = `it does not load: after ${longestLoadMs / 1_000} s it still has not ended`
    // It also keeps the program alive, which would end without a word where nothing else does.
    giveUp = setTimeout(() => reject(new ExchangeModuleError(file, why)), longestLoadMs)
  })
  try {
    const loaded: unknown = import(/* @vite-ignore */ pathToFileURL(path).href)
    return (await Promise.race([loaded, tooLong])) as { readonly default?: unknown }
  } catch (cause) {
    if (cause instanceof ExchangeModuleError) throw cause
    throw new ExchangeModuleError(file, `it does not load: ${firstLineOf(cause)}${remedyFor(cause)}`, { cause })
  } finally {
    clearTimeout(giveUp)
  }
}

/** Load timeout, because a module must not wait for the network while it loads. */
const longestLoadMs = 10_000

function firstLineOf(cause: unknown): string {
  const [line = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n', 1)
  return line.replace(/[.\s]+$/, '')
}

/** Node looks for packages from the file's own folder upwards, and not where this program has its own. */
function remedyFor(cause: unknown): string {
  const isMissing = (cause as NodeJS.ErrnoException | null)?.code === 'ERR_MODULE_NOT_FOUND'
  const name = isMissing ? /^Cannot find package '([@\w/.-]+)'/.exec(firstLineOf(cause))?.[1] : undefined
  return name === undefined ? '' : `; \`npm install ${name}\` in its folder brings it`
}
