import { typedNameOf } from './command-aliases.js'

/** The texts of `p2p --help` and `p2p --version`, in their order. They are shown without loading the program. */

export { version } from '../package.json'

type Entry = readonly [term: string, about: string]
type Group = readonly [heading: string, entries: readonly Entry[]]

export const commandGroups = [
  [
    'Prices now:',
    [
      ['rates', 'best reliable price on each exchange, to buy and to sell'],
      ['depth', 'price by order size, from 50 to 10,000 USDT'],
      ['methods', 'best price by payment method'],
      ['overview', 'every currency of a server, one line each'],
      ['quote', 'what an amount really costs or brings, ad by ad'],
      ['buy', 'a quote to buy: buy 50000 UAH'],
      ['sell', 'a quote to sell: sell 1200'],
      ['open', 'open the first ad of a quote in your browser'],
      ['ads', 'ads, best price first; --why explains the trust in each'],
      ['convert', 'one currency into another through USDT, with every cost'],
      ['fair', 'is an offered price fair? fair 41.9 buy'],
      ['arbitrage', 'profit of buying on one exchange and selling on another'],
      ['watch', 'live rates; --json prints a document per update'],
      ['index', 'one reference price over all exchanges, ready to cite'],
    ],
  ],
  [
    'Past prices (from a server):',
    [
      ['stats', 'price now against the last day and week'],
      ['seasonality', 'cheaper and more expensive hours of the week'],
      ['history', 'chart of the best prices'],
      ['candles', 'open, high, low and close'],
      ['price', 'price at a moment of the past'],
      ['fixings', 'daily fixings of the index; --verify checks their chain'],
      ['premium', 'daily premium of the index over the official rate'],
      ['export', 'recorded prices of all exchanges as CSV, NDJSON or Parquet'],
    ],
  ],
  [
    'Markets and sources:',
    [
      ['markets', 'exchanges, currencies, and what your plan includes'],
      ['sources', 'state of each exchange now'],
      ['quality', 'completeness, freshness and gaps of the record'],
      ['track-record', 'how many best prices were still there later'],
      ['payment-methods', 'names and ids of payment methods'],
      ['transfers', 'networks between exchanges, with state and fee'],
    ],
  ],
  [
    'Your account (on a server):',
    [
      ['login', 'save a server and an API key'],
      ['logout', 'remove the saved server and key'],
      ['usage', 'requests of your keys, by day and endpoint'],
      ['me', 'your plan and its use this month'],
      ['alerts', 'messages by Telegram, mail or webhook when a price is reached'],
    ],
  ],
  [
    'This tool:',
    [
      ['config', 'saved settings and profiles'],
      ['doctor', 'check the connection to every exchange, with advice'],
      ['record', 'an answer of an exchange for a bug report, without names and texts'],
      ['demo', 'local server with simulated exchanges and 30 days of prices'],
      ['complete', 'completion script for bash, zsh, fish or powershell'],
      ['help', 'help for a command, exit-codes, environment or formatting'],
    ],
  ],
  [
    'For programs, desks and operators:',
    [
      ['webhooks', 'signed HTTP callbacks when a price reaches a threshold'],
      ['listen', 'relay signed events to a receiver on this machine'],
      ['trigger', 'send a signed sample event'],
      ['inboxes', 'mail addresses, chats and channels for alerts'],
      ['desk', 'your own prices by formula, and public pages of them'],
      ['rules', 'prices by formula, saved on a server'],
      ['boards', 'public pages and pictures of rules'],
      ['mcp', 'tools for an AI assistant, over stdin and stdout'],
      ['serve', 'run your own server'],
      ['replay', 'serve an archive as if it were live'],
      ['judge', 'score an archive again and show what changed'],
      ['agent', 'read exchanges from this machine for a server that they block'],
    ],
  ],
] as const satisfies readonly Group[]

export const hiddenCommands = [['version', 'print the version']] as const satisfies readonly Entry[]

export type CommandName = (typeof commandGroups)[number][1][number][0] | (typeof hiddenCommands)[number][0]

export const optionGroups = [
  [
    'Source of prices, for every command:',
    [
      ['--server <url>', 'p2p-rates server to ask (or P2P_BASE_URL, or p2p login)'],
      ['--key <key>', 'its API key (or P2P_API_KEY)'],
      ['--profile <name>', 'saved server and key to use (or P2P_PROFILE)'],
      ['--direct', 'read the exchanges directly, even if a server is set'],
      ['--exchange-url <id=url>', 'read an exchange at this address (repeatable; or P2P_EXCHANGE_URLS)'],
      [
        '--exchange-module <file>',
        'read the exchange that a module exports, too (repeatable; or P2P_EXCHANGE_MODULES)',
      ],
      ['--proxy <[id=]url>', 'use a proxy, for all or one exchange; none: no proxy (repeatable; or P2P_PROXY)'],
      ['--timeout <seconds>', 'give up after this time (default: 6 for exchanges, 15 for a server)'],
    ],
  ],
  [
    'Output, for every command (a table on a terminal, tab-separated in a pipe):',
    [
      ['--json', 'JSON as the API returns it, one document per currency'],
      ['--ndjson', 'one JSON document per row'],
      ['--csv', 'comma-separated with a heading, safe for spreadsheets'],
      ['--table', 'the table for people, even in a pipe'],
      ['--links', 'print addresses of ads as text, even where the terminal shows links'],
      ['--no-pager', 'print long tables at once (default: P2P_PAGER, PAGER or less)'],
      ['--columns <names>', 'only these columns, in this order (names as in --csv)'],
      ['--sort <column>', 'sort by a column; -column: largest first'],
      ['-n, --limit <n>', 'maximum number of rows, or of updates of watch'],
      ['--field <path>', 'print one value: best_buy.price, exchanges[].buy'],
      ['--no-color', 'no colour (or NO_COLOR)'],
      ['--debug', 'print stack traces of errors'],
    ],
  ],
] as const satisfies readonly Group[]

const valued = new Set<string>(
  optionGroups.flatMap(([, entries]) =>
    entries.flatMap(([flags]) => (/ <\S+>$/.test(flags) ? flags.replace(/ <\S+>$/, '').split(', ') : [])),
  ),
)
export const takesValue = (flag: string): boolean => valued.has(flag)

export const summary = 'What you really pay or get for USDT on peer-to-peer exchanges, now, and whether to believe it.'

export const firstSteps = [
  ['p2p rates UAH', 'best price on each exchange'],
  ['p2p buy 50000 UAH', 'what 50,000 UAH buys, ad by ad'],
  ['p2p sell 1200', 'what 1,200 USDT brings'],
  ['p2p quote 50000 --open', 'the best ad for an amount, in your browser'],
  ['p2p ads monobank', 'ads of all exchanges; --why explains the trust'],
  ['p2p watch EUR', 'live prices; q quits'],
  ['p2p stats', 'cheaper or more expensive than usual'],
  ['p2p history', 'chart of past prices'],
  ['p2p alerts --help', 'messages when a price is reached'],
  ['p2p doctor', 'check the connection to every exchange'],
  ['p2p login', 'save a server and an API key'],
  ['p2p demo', 'local server with simulated prices'],
] as const

export const firstPage = (width: number): string =>
  linesOf([
    ...wrapped(summary, width, ''),
    '',
    ...entryLines(firstSteps, roomOf(firstSteps), width),
    '',
    'p2p COMMAND --help explains a command.',
    'p2p help all lists every command and option.',
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

export const asTyped = ([name, about]: Entry): Entry => [typedNameOf(name), about]

const roomOf = (entries: readonly Entry[]): number => Math.max(...entries.map(([term]) => term.length))

const entryLines = (entries: readonly Entry[], termWidth: number, width: number): string[] =>
  entries.flatMap(([term, about]) =>
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
