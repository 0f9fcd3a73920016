import { cleanText } from '@p2p-rates/contract/words'
import { nearestWord } from '@p2p-rates/core/internal'
import { CliError } from './cli-error.js'
import { escapedJson } from './render/sanitize.js'
import { say } from './words/say.js'

/**
 * Values of a document, one line each: `best_buy.price`, `exchanges[0].buy`, `exchanges[].buy` for all of them.
 * Texts and numbers stand bare, objects and lists are JSON.
 */
export const valuesAtPath = (document: unknown, path: string): string =>
  valuesAt(document, stepsOf(path), path)
    .map((value) => `${typeof value === 'string' ? cleanText(value) : escapedJson(value ?? null)}\n`)
    .join('')

type Step = { readonly name: string } | { readonly index: number } | 'each'

function stepsOf(path: string): Step[] {
  const parts = path.match(/\[\d*\]|[^.[\]]+/g) ?? []
  const isWhole = parts.join('') === path.replaceAll('.', '') && !/\.\.|\.$/.test(path)
  if (!isWhole)
    throw new CliError(
      'usage',
      say('"{path}" is not a valid path to a field.', { path }),
      say('best_buy.price, or exchanges[].buy'),
    )
  return parts.map((part) => {
    if (part === '[]') return 'each'
    return part.startsWith('[') ? { index: Number(part.slice(1, -1)) } : { name: part }
  })
}

function valuesAt(value: unknown, [step, ...rest]: readonly Step[], path: string): unknown[] {
  if (step === undefined) return [value]
  if (typeof value !== 'object' || value === null) throw missing(path, [])
  if (step === 'each') return Object.values(value).flatMap((inner) => valuesAt(inner, rest, path))
  if ('index' in step)
    return Array.isArray(value) && step.index < value.length ? valuesAt(value[step.index], rest, path) : []
  if (!Object.hasOwn(value, step.name)) throw missing(path, Object.keys(value), step.name)
  return valuesAt((value as Record<string, unknown>)[step.name], rest, path)
}

function missing(path: string, names: readonly string[], name = ''): CliError {
  const near = nearestWord(name, names)
  if (Number.isInteger(Number(names[0] ?? Number.NaN)))
    return new CliError('usage', say('The answer is a list: it has no field {path}.', { path }), `--field '[].${path}'`)
  const known = names.length === 0 ? null : say('Available fields: {names}.', { names: names.join(', ') })
  return new CliError(
    'usage',
    say('The answer has no field {path}.', { path }),
    near === null ? known : say('Did you mean {near}?', { near }),
  )
}
