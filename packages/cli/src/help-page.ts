import { typedFor } from './names.js'

/** The texts of `p2p --help` and `p2p --version`, in their order. They are shown without loading the program. */

export { version } from '../package.json'

type Entry = readonly [term: string, about: string]
type Group = readonly [heading: string, entries: readonly Entry[]]

/** Every command and what it is for. */
export const commandGroups = [
  [
    'Prices now:',
    [
      ['rates', 'best reliable price on each exchange, to buy and to sell'],
      ['depth', 'the price by size, from 50 to 10,000 USDT'],
      ['methods', 'the price by payment method'],
      ['overview', 'every currency of a server, one line each'],
      ['quote', 'what an amount really costs or brings, ad by ad'],
      ['buy', 'a quote to buy: buy 50000 UAH'],
      ['sell', 'a quote to sell: sell 1200'],
      ['open', 'the first ad of a quote, in your browser'],
      ['ads', 'who trades, best price first; --why: what their trust is made of'],
      ['convert', 'one currency into another through USDT, all costs named'],
      ['arbitrage', 'buy on one exchange, sell on another: what remains'],
      ['watch', 'rates as they change, redrawn in place'],
      ['index', 'one reference price over all exchanges, ready to cite'],
    ],
  ],
  [
    'Prices before (from a server):',
    [
      ['stats', 'whether now is cheap or expensive'],
      ['seasonality', 'weekdays and hours that are usually cheaper or more expensive'],
      ['history', 'a chart of the best prices'],
      ['candles', 'open, high, low and close'],
      ['price', 'what one USDT cost at a moment of the past'],
      ['fixings', 'the index of each day, fixed for good; --verify checks the chain'],
      ['premium', 'the index above the official rate, day by day'],
      ['export', 'the past of all exchanges into a CSV, NDJSON or Parquet file'],
    ],
  ],
  [
    'What there is:',
    [
      ['markets', 'exchanges, currencies, and what your plan includes'],
      ['sources', 'how each exchange is doing'],
      ['quality', 'how complete and fresh the record of a server is, and its gaps'],
      ['payment-methods', 'names and ids of ways to pay'],
    ],
  ],
  [
    'Your account (on a server):',
    [
      ['login', 'remember a server and a key'],
      ['logout', 'forget them'],
      ['usage', 'what your keys asked for, by day and endpoint'],
      ['me', 'your plan and what is used of it'],
      ['alerts', 'a message in Telegram, by mail or to an address when a price is reached'],
    ],
  ],
  [
    'This tool:',
    [
      ['config', 'profiles: list, get, set, path'],
      ['doctor', 'reach everything, say what is blocked and what to do'],
      ['demo', 'a server with simulated exchanges and a past to play with'],
      ['complete', 'completion for bash, zsh, fish or powershell'],
      ['help', 'explain a command, exit-codes, environment or formatting'],
    ],
  ],
  [
    'For programs, desks and operators:',
    [
      ['webhooks', 'signed callbacks when a price reaches a threshold'],
      ['listen', 'relay signed events to a receiver on this machine'],
      ['trigger', 'send a signed sample event'],
      ['inboxes', 'mail addresses and Telegram chats that webhooks can go to'],
      ['desk', 'your own prices by formula, and a page that shows them'],
      ['rules', 'prices by formula: saved, priced, remembered'],
      ['boards', 'rules as a page and a picture that everybody can see'],
      ['mcp', 'tools for an assistant, over its standard input and output'],
      ['serve', 'run a server of your own'],
      ['replay', 'a server that serves an archive as if it were now'],
      ['judge', 'judge an archive again, and see what comes out otherwise'],
      ['agent', 'read exchanges for a server that they refuse, from this machine'],
    ],
  ],
] as const satisfies readonly Group[]

/** Commands that work and are shown nowhere. */
export const hiddenCommands = [['version', 'print the version']] as const satisfies readonly Entry[]

export type CommandName = (typeof commandGroups)[number][1][number][0] | (typeof hiddenCommands)[number][0]

/** Options that every command has. */
export const optionGroups = [
  [
    'Where prices come from:',
    [
      ['--server <url>', 'a p2p-rates server (or P2P_BASE_URL, or p2p login)'],
      ['--key <key>', 'API key for it (or P2P_API_KEY)'],
      ['--profile <name>', 'a remembered server and key (or P2P_PROFILE)'],
      ['--direct', 'the exchanges themselves, although a server is set'],
      ['--exchange-url <id=url>', 'ask an exchange at this address instead (repeatable)'],
      ['--exchange-module <file>', 'ask the exchange that it exports as well (repeatable; or P2P_EXCHANGE_MODULES)'],
      ['--proxy <[id=]url>', 'go through a proxy, for one exchange or all; none: without (repeatable)'],
      ['--timeout <seconds>', 'wait no longer (usual: 6 for exchanges, 15 for a server)'],
    ],
  ],
  [
    'How they are printed (a table on a terminal, tab-separated otherwise):',
    [
      ['--json', 'one document, as the API gives it'],
      ['--ndjson', 'one document per line'],
      ['--csv', 'comma-separated with a heading, safe for spreadsheets'],
      ['--table', 'the table for people, also into a pipe'],
      ['--links', 'addresses of ads as text; terminals that can show them as links anyway'],
      ['--no-pager', 'long tables at once (otherwise through P2P_PAGER, PAGER or less)'],
      ['--columns <names>', 'only these, in this order (as --csv names them)'],
      ['--sort <column>', 'by a column; -column: largest first'],
      ['-n, --limit <n>', 'no more rows than this; updates of watch'],
      ['--field <path>', 'one value, bare: best_buy.price, exchanges[].buy'],
      ['--no-color', 'without colour (or NO_COLOR)'],
      ['--debug', 'tell where an error comes from'],
    ],
  ],
] as const satisfies readonly Group[]

const valued = new Set<string>(
  optionGroups.flatMap(([, entries]) =>
    entries.flatMap(([flags]) => (/ <\S+>$/.test(flags) ? flags.replace(/ <\S+>$/, '').split(', ') : [])),
  ),
)
/** Whether a word follows this option of every command. */
export const takesValue = (flag: string): boolean => valued.has(flag)

export const summary = 'What you really pay or get for USDT on peer-to-peer exchanges, now, and whether to believe it.'

/** The first screen: what most people come for. */
export const firstSteps = [
  ['p2p rates UAH', 'the best price on each exchange'],
  ['p2p buy 50000 UAH', 'what 50,000 UAH really buy, ad by ad'],
  ['p2p sell 1200', 'what 1,200 USDT bring'],
  ['p2p ads monobank', 'who trades; --why: whom to trust'],
  ['p2p watch EUR', 'prices as they change, until q'],
  ['p2p stats', 'cheap or expensive now'],
  ['p2p history', 'a chart of the past'],
  ['p2p alerts', 'a message when a price is reached'],
  ['p2p doctor', 'what is blocked, and what to do'],
  ['p2p login', 'remember a server and a key'],
  ['p2p demo', 'a server with made-up prices'],
] as const

/** The page of `p2p` and `p2p --help` for a window of this width. */
export const firstPage = (width: number): string =>
  linesOf([
    ...wrapped(summary, width, ''),
    '',
    ...entryLines(firstSteps, roomOf(firstSteps), width),
    '',
    'p2p COMMAND --help explains one.',
    'p2p help all shows everything.',
  ])

/** The page of `p2p help all`, with every command under the name that is typed for it. */
export function wholePage(width: number): string {
  const commands = commandGroups.map(([heading, entries]): Group => [heading, entries.map(asTyped)])
  const groups: readonly Group[] = [...commands, ...optionGroups]
  const room = Math.max(...groups.map(([, entries]) => roomOf(entries)))
  return linesOf([
    ...wrapped(summary, width, ''),
    '',
    'Usage: p2p COMMAND [options]',
    ...groups.flatMap(([heading, all]) => ['', ...wrapped(heading, width, ''), ...entryLines(all, room, width)]),
  ])
}

export const asTyped = ([name, about]: Entry): Entry => [typedFor(name), about]

const roomOf = (entries: readonly Entry[]): number => Math.max(...entries.map(([term]) => term.length))

const entryLines = (entries: readonly Entry[], termWidth: number, width: number): string[] =>
  entries.flatMap(([term, about]) =>
    // An explanation needs some room beside its term.
    termWidth + leastRoom > width
      ? [`  ${term}`, ...wrapped(about, width, '      ')]
      : wrapped(about, width, ' '.repeat(termWidth + 4)).map((line, row) =>
          row === 0 ? `  ${term.padEnd(termWidth)}  ${line.trimStart()}` : line,
        ),
  )
const leastRoom = 32

const linesOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

/** Wraps plain Latin text. Code for the width of other scripts takes long to load. */
function wrapped(text: string, width: number, margin: string): string[] {
  const lines: string[] = []
  let line = margin
  for (const word of text.split(' ')) {
    if (line !== margin && line.length + 1 + word.length > width) {
      lines.push(line)
      line = margin
    }
    line += line === margin ? word : ` ${word}`
  }
  return [...lines, line]
}
