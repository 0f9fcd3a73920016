/** The words typed and the words that they stand for; `<word>` is any one word, and kept. */
type Name = readonly [typed: string, meant: string]

/** Commands that are found below another one. Help shows them so; their own names work as well. */
export const forms = [
  ['rates --by size', 'depth'],
  ['rates --by method', 'methods'],
  ['rates --at <moment>', 'price --at <moment>'],
  ['rates --all', 'overview'],
  ['quote --open', 'open'],
  ['index days', 'fixings'],
  ['index premium', 'premium'],
  ['stats --week', 'seasonality'],
  ['history --candles <length>', 'candles --interval <length>'],
  ['sources --last <span>', 'quality --last <span>'],
  ['webhooks listen', 'listen'],
  ['webhooks trigger', 'trigger'],
  ['desk rules', 'rules'],
  ['desk boards', 'boards'],
] as const satisfies readonly Name[]

/** Names of the API, of other tools and of earlier versions. */
const otherNames: readonly Name[] = [
  ['orderbook', 'ads'],
  ['alert', 'alerts'],
  ['completion', 'complete'],
  ['help more', 'help all'],
  ['alerts delete', 'alerts remove'],
  ['webhooks create', 'webhooks add'],
  ['webhooks get', 'webhooks show'],
  ['webhooks update', 'webhooks edit'],
  ['webhooks delete', 'webhooks remove'],
  ['boards change', 'boards edit'],
  ['inboxes add-email', 'inboxes add'],
  ['inboxes add-telegram', 'inboxes add telegram'],
  ['inboxes delete', 'inboxes remove'],
  ['history --hours <n>', 'history --last <n>h'],
  ['candles --hours <n>', 'candles --last <n>h'],
  ['export --hours <n>', 'export --last <n>h'],
  ['sources --days <n>', 'quality --last <n>d'],
  ['quality --days <n>', 'quality --last <n>d'],
  ['usage --days <n>', 'usage --last <n>d'],
  ['fixings --from <day>', 'fixings --since <day>'],
  ['fixings --to <day>', 'fixings --until <day>'],
  ['premium --from <day>', 'premium --since <day>'],
  ['premium --to <day>', 'premium --until <day>'],
  ['judge --from <time>', 'judge --since <time>'],
  ['judge --to <time>', 'judge --until <time>'],
  ['replay --from <time>', 'replay --since <time>'],
  ['replay --to <time>', 'replay --until <time>'],
]

/** A command line with one name for each thing. `takesValue` knows the options that stand before a command. */
export function withOneName(words: readonly string[], takesValue: (flag: string) => boolean): readonly string[] {
  let said = words
  // A form may lead to an older name of an option.
  for (let turn = 0; turn < 8; turn++) {
    const next = renamed(said, commandAt(said, takesValue))
    if (next === null) return said
    said = next
  }
  return said
}

/** The place of the command among options of every command; the length where there is none. */
function commandAt(words: readonly string[], takesValue: (flag: string) => boolean): number {
  let at = 0
  while (at < words.length && words[at]?.startsWith('-') === true) at += takesValue(words[at] ?? '') ? 2 : 1
  return Math.min(at, words.length)
}

function renamed(words: readonly string[], at: number): readonly string[] | null {
  const [before, rest] = [words.slice(0, at), words.slice(at + 1)]
  for (const [typed, meant] of [...forms, ...otherNames]) {
    const [command, ...parts] = typed.split(' ')
    if (words[at] !== command) continue
    const found = parts[0]?.startsWith('--') === true ? asOption(parts, rest) : asWord(parts, rest)
    if (found !== null) return [...before, ...filledIn(meant, parts, found.value), ...found.rest]
  }
  return null
}

type Found = { readonly rest: readonly string[]; readonly value: string }

const isPlace = (part: string | undefined): boolean => part?.startsWith('<') === true

/** A word directly behind the command. */
const asWord = (parts: readonly string[], rest: readonly string[]): Found | null =>
  parts.every((part, place) => rest[place] === part) ? { rest: rest.slice(parts.length), value: '' } : null

/** An option anywhere behind the command, with its value where it has one. */
function asOption([flag = '', wanted]: readonly string[], rest: readonly string[]): Found | null {
  const end = rest.includes('--') ? rest.indexOf('--') : rest.length
  for (const [place, word] of rest.slice(0, end).entries()) {
    const isInline = wanted !== undefined && word.startsWith(`${flag}=`)
    if (word !== flag && !isInline) continue
    const value = wanted === undefined ? '' : isInline ? word.slice(flag.length + 1) : rest[place + 1]
    if (value === undefined || (wanted !== undefined && !isPlace(wanted) && value !== wanted)) continue
    const taken = wanted === undefined || isInline ? 1 : 2
    return { rest: [...rest.slice(0, place), ...rest.slice(place + taken)], value }
  }
  return null
}

function filledIn(meant: string, parts: readonly string[], value: string): string[] {
  const place = parts.find(isPlace)
  return meant.split(' ').map((word) => (place === undefined ? word : word.replace(place, () => value)))
}

/** What is typed in place of a command's own name; the name where it has no other. */
export const typedFor = (name: string): string => forms.find(([, meant]) => meant.split(' ')[0] === name)?.[0] ?? name
