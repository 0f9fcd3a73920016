/** Words typed and the words that they mean; `<word>` is any one word, and kept. */
type Alias = readonly [typed: string, meant: string]

/** Commands that are found below another one, as they are typed, and the command that runs. */
export const commandAliases = [
  ['rates --by size', 'depth'],
  ['rates --by method', 'methods'],
  ['rates --at <moment>', 'price --at <moment>'],
  ['rates --all', 'overview'],
  ['quote --open', 'open'],
  ['index days', 'fixings'],
  ['index premium', 'premium'],
  ['stats --week', 'seasonality'],
  ['history --candles <length>', 'candles --interval <length>'],
  ['sources --quality', 'quality'],
  ['usage --plan', 'me'],
  ['webhooks listen', 'listen'],
  ['webhooks trigger', 'trigger'],
  ['desk rules', 'rules'],
  ['desk boards', 'boards'],
] as const satisfies readonly Alias[]

/** Names of the API and of other tools. They stay. */
const synonyms: readonly Alias[] = [
  ['orderbook', 'ads'],
  ['alert', 'alerts'],
  ['alerts add', 'alerts create'],
  ['alerts --zone <zone>', 'alerts --timezone <zone>'],
  ['webhooks --zone <zone>', 'webhooks --timezone <zone>'],
  ['completion', 'complete'],
  ['help more', 'help all'],
  ['config update', 'config set'],
  ['config unset', 'config delete'],
  ['sources --last <span>', 'quality --last <span>'],
  ['arbitrage --transfer-fee <usdt>', 'arbitrage --transfer-fee-usdt <usdt>'],
  ['convert --transfer-fee <usdt>', 'convert --transfer-fee-usdt <usdt>'],
]

/** Spellings of earlier versions. They work for one more minor version, with a note on stderr. */
export const deprecatedAliases: readonly Alias[] = [
  ['stream', 'watch --json'],
  ...['webhooks', 'rules', 'boards', 'inboxes'].map((things): Alias => [`${things} add`, `${things} create`]),
  ...['alerts', 'webhooks', 'rules', 'boards', 'inboxes'].map(
    (things): Alias => [`${things} remove`, `${things} delete`],
  ),
  ...['alerts', 'webhooks', 'rules', 'boards'].flatMap((things): Alias[] => [
    [`${things} show`, `${things} get`],
    [`${things} edit`, `${things} update`],
  ]),
  ['boards change', 'boards update'],
  ['inboxes add-email', 'inboxes create'],
  ['inboxes add-telegram', 'inboxes create telegram'],
  ['ads --rows <n>', 'ads --limit <n>'],
  ['history --max-points <n>', 'history --limit <n>'],
  ['history --hours <n>', 'history --last <n>h'],
  ['candles --hours <n>', 'candles --last <n>h'],
  ['export --hours <n>', 'export --last <n>h'],
  ['sources --days <n>', 'sources --last <n>d'],
  ['quality --days <n>', 'quality --last <n>d'],
  ['usage --days <n>', 'usage --last <n>d'],
  ...['fixings', 'premium', 'judge', 'replay'].flatMap((command): Alias[] => [
    [`${command} --from <time>`, `${command} --since <time>`],
    [`${command} --to <time>`, `${command} --until <time>`],
  ]),
  ...['quote', 'buy', 'sell', 'open', 'ads'].flatMap((command): Alias[] => [
    [`${command} --usdt <n>`, `${command} --amount-usdt <n>`],
    [`${command} --min-completion <percent>`, `${command} --min-completion-pct <percent>`],
  ]),
  ['depth --min-completion <percent>', 'depth --min-completion-pct <percent>'],
  ...['quote', 'buy', 'sell', 'convert', 'arbitrage'].flatMap((command): Alias[] => [
    [`${command} --fee <usdt>`, `${command} --transfer-fee-usdt <usdt>`],
    [`${command} --trade-worth <usdt>`, `${command} --trade-worth-usdt <usdt>`],
  ]),
  ['seasonality --tz <zone>', 'seasonality --timezone <zone>'],
  ['boards --tz <zone>', 'boards --timezone <zone>'],
  ['boards --lang <code>', 'boards --language <code>'],
  ['rules --n <n>', 'rules --nth <n>'],
  ['webhooks --hold <seconds>', 'webhooks --hold-seconds <seconds>'],
  ['webhooks --overlap <hours>', 'webhooks --overlap-hours <hours>'],
  ['listen --events <kind>', 'listen --event <kind>'],
  ['trigger --to <url>', 'trigger --url <url>'],
  ['agent --exchanges <id>', 'agent --exchange <id>'],
]

type ResolvedCommand = {
  /** The command line with one name for each thing. */
  readonly words: readonly string[]
  /** The first spelling of an earlier version in it, and how it is typed now. */
  readonly deprecated: Alias | null
}

/** `takesValue` knows the options that stand before a command. */
export function resolveAliases(typed: readonly string[], takesValue: (flag: string) => boolean): ResolvedCommand {
  let words = typed
  let deprecated = deprecatedCommand(typed[commandAt(typed, takesValue)])
  // A form may lead to an older name of an option, of which there may be several.
  for (let turn = 0; turn < 16; turn++) {
    const next = replaceAlias(words, commandAt(words, takesValue))
    if (next === null) break
    words = next.words
    if (deprecated === null && deprecatedAliases.includes(next.name)) deprecated = asShown(next.name)
  }
  return { words, deprecated }
}

export const canonicalWords = (words: readonly string[], takesValue: (flag: string) => boolean): readonly string[] =>
  resolveAliases(words, takesValue).words

function deprecatedCommand(word = ''): Alias | null {
  const now = typedNameOf(word)
  return now === word ? null : [`p2p ${word}`, `p2p ${now}`]
}

/** A renamed option is shown alone, a renamed command from its beginning. */
function asShown([typed, meant]: Alias): Alias {
  const [, flag] = typed.split(' ')
  if (flag?.startsWith('--') === true) return [flag, meant.split(' ')[1] ?? '']
  return [`p2p ${typed}`, `p2p ${meant.replace(/^\S+/, (command) => typedNameOf(command))}`]
}

/** The place of the command among options of every command; the length where there is none. */
function commandAt(words: readonly string[], takesValue: (flag: string) => boolean): number {
  let at = 0
  while (at < words.length && words[at]?.startsWith('-') === true) at += takesValue(words[at] ?? '') ? 2 : 1
  return Math.min(at, words.length)
}

function replaceAlias(words: readonly string[], at: number) {
  const [before, rest] = [words.slice(0, at), words.slice(at + 1)]
  for (const name of [...deprecatedAliases, ...commandAliases, ...synonyms]) {
    const [command, ...parts] = name[0].split(' ')
    if (words[at] !== command) continue
    const found = parts[0]?.startsWith('--') === true ? matchOption(parts, rest) : matchSubcommand(parts, rest)
    if (found !== null) return { name, words: [...before, ...applyAlias(name[1], parts, found, rest)] }
  }
  return null
}

type AliasMatch = { readonly from: number; readonly to: number; readonly value: string }

const isPlace = (part: string | undefined): boolean => part?.startsWith('<') === true

const matchSubcommand = (parts: readonly string[], rest: readonly string[]): AliasMatch | null =>
  parts.every((part, place) => rest[place] === part) ? { from: 0, to: parts.length, value: '' } : null

function matchOption([flag = '', wanted]: readonly string[], rest: readonly string[]): AliasMatch | null {
  const end = rest.includes('--') ? rest.indexOf('--') : rest.length
  for (const [from, word] of rest.slice(0, end).entries()) {
    const isInline = wanted !== undefined && word.startsWith(`${flag}=`)
    if (word !== flag && !isInline) continue
    const value = wanted === undefined ? '' : isInline ? word.slice(flag.length + 1) : rest[from + 1]
    if (value === undefined || (wanted !== undefined && !isPlace(wanted) && value !== wanted)) continue
    return { from, to: from + (wanted === undefined || isInline ? 1 : 2), value }
  }
  return null
}

function applyAlias(meant: string, parts: readonly string[], { from, to, value }: AliasMatch, rest: readonly string[]) {
  const place = parts.find(isPlace)
  const [command = '', ...words] = meant.split(' ')
  const filled = words
    // A format that is typed wins.
    .filter((word) => word !== '--json' || !rest.some((typed) => /^--(ndjson|csv|table)$/.test(typed)))
    .map((word) => (place === undefined ? word : word.replace(place, () => value)))
  return [command, ...rest.slice(0, from), ...filled, ...rest.slice(to)]
}

export const typedNameOf = (name: string): string =>
  commandAliases.find(([, meant]) => meant.split(' ')[0] === name)?.[0] ?? name
