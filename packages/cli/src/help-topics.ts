import { exitCodes } from './cli-error.js'
import { paragraph } from './render/paragraph.js'

type Entry = readonly [term: string, about: string]
type Topic = {
  readonly about: string
  readonly entries: readonly Entry[]
}

export const topics: ReadonlyMap<string, Topic> = new Map([
  [
    'exit-codes',
    {
      about: 'Exit codes of p2p.',
      entries: Object.values(exitCodes).map(({ code, means }): Entry => [String(code), means]),
    },
  ],
  [
    'environment',
    {
      about: 'Variables that p2p reads. Options override variables; variables override the profile.',
      entries: [
        ['P2P_BASE_URL', 'p2p-rates server to ask; see --server'],
        ['P2P_API_KEY', 'its API key; see --key'],
        ['P2P_PROFILE', 'profile to use; see p2p config'],
        ['P2P_EXCHANGE_URLS', 'addresses as in --exchange-url, separated by commas; also read by p2p serve'],
        ['P2P_EXCHANGE_MODULES', 'files as in --exchange-module, separated by commas; also read by p2p serve'],
        ['P2P_EXCHANGE_KEYS_FILE', 'file of API keys of exchanges; also read by p2p serve'],
        ['P2P_FIAT', 'default currency, such as EUR'],
        ['P2P_LANG', 'language of headings, notes, questions and errors: en or uk'],
        ['LC_ALL, LC_MESSAGES, LANG', 'their language if P2P_LANG is not set; English if it is neither'],
        ['P2P_PROXY', 'proxies as in --proxy, separated by commas'],
        ['HTTPS_PROXY, HTTP_PROXY', 'proxy of all programs, used if P2P_PROXY is not set; upper or lower case'],
        ['ALL_PROXY', 'used if those two are not set'],
        ['NO_PROXY', 'hosts reached without a proxy; this machine is always one'],
        ['P2P_TIMEOUT', 'time-out in seconds; see --timeout'],
        ['LC_ALL, LC_MONETARY, LANG', 'their country sets the currency if nothing else does'],
        ['P2P_PAGER, PAGER', 'pager for long tables; empty or cat: none (default: less)'],
        ['BROWSER', 'browser that p2p quote --open starts'],
        ['NO_COLOR, FORCE_COLOR', 'no colour if set; colour even in a pipe if set, none if 0'],
        ['FORCE_HYPERLINK', '1: print links for the terminal; 0: do not'],
        ['TERM', 'dumb: no colour, no spinner, no pager'],
        ['COLUMNS', 'width of tables'],
        ['TZ', 'time zone of times in tables'],
        ['XDG_CONFIG_HOME, APPDATA', 'folder of the profiles; p2p config path prints the file'],
        ['P2P_PORT', 'port of p2p demo; p2p serve reads more variables: p2p serve config check --all lists them'],
        ['P2P_TELEGRAM_*, P2P_SMTP_*', 'Telegram bot and mail server for alerts of p2p demo and p2p serve'],
      ],
    },
  ],
  [
    'formatting',
    {
      about: 'Output of p2p.',
      entries: [
        [
          'on a terminal',
          'tables for people: names, equal decimals in a price column, colour, links to ads, fitted to the window',
        ],
        ['in a pipe', 'tab-separated values without a heading: ids, all digits, no colour'],
        ['--table', 'the table for people, even in a pipe; fitted to the window of stderr'],
        ['--json', 'the document of the API; p2p rates UAH EUR prints one document per currency, one after the other'],
        ['--ndjson', 'one document per row and line'],
        [
          '--columns, --sort, --limit',
          'choose columns, order and number of rows; with --json, of the list in the document',
        ],
        ['--field best_buy.price', 'one value of the answer; exchanges[].buy: one per line'],
        ['--csv', 'with a heading; cells are never spreadsheet formulas'],
        ['stderr', 'notes, warnings, progress and errors; stdout has data only'],
        [
          'SIMULATED',
          'made-up prices: in headings, as "simulated": true in documents, as a column in CSV, else on stderr',
        ],
        ['control characters', 'removed from nicknames and payment methods, except in --json and --ndjson'],
        ['times', 'your time zone in tables, UTC everywhere else'],
      ],
    },
  ],
])

export function topicText({ about, entries }: Topic, width: number): string {
  const room = Math.max(...entries.map(([term]) => term.length))
  const isNarrow = room + 34 > width
  const margin = ' '.repeat(isNarrow ? 6 : room + 4)
  const lines = entries.flatMap(([term, text]) =>
    isNarrow
      ? [`  ${term}`, ...paragraph(text, width, margin)]
      : paragraph(text, width, `  ${term.padEnd(room)}  `, margin),
  )
  return [...paragraph(about, width, ''), '', ...lines].map((line) => `${line}\n`).join('')
}
