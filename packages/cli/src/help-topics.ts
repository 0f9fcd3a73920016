import { exitCodes } from './failure.js'
import { paragraph } from './render/paragraph.js'

type Entry = readonly [term: string, about: string]
type Topic = {
  readonly about: string
  readonly entries: readonly Entry[]
}

/** What `p2p help <topic>` explains beside the commands, and the manual has as chapters. */
export const topics: ReadonlyMap<string, Topic> = new Map([
  [
    'exit-codes',
    {
      about: 'What the exit code of p2p means.',
      entries: Object.values(exitCodes).map(({ code, means }): Entry => [String(code), means]),
    },
  ],
  [
    'environment',
    {
      about: 'Variables that p2p reads. An option wins over a variable, a variable over the profile.',
      entries: [
        ['P2P_BASE_URL', 'a p2p-rates server to ask; see --server'],
        ['P2P_API_KEY', 'the API key for it; see --key'],
        ['P2P_PROFILE', 'the profile to use; see p2p config'],
        ['P2P_EXCHANGE_URLS', 'addresses as --exchange-url has them, separated by commas; p2p serve reads them too'],
        ['P2P_EXCHANGE_MODULES', 'files as --exchange-module has them, separated by commas; p2p serve reads them too'],
        ['P2P_EXCHANGE_KEYS_FILE', 'a file of keys for official interfaces of exchanges; p2p serve reads it too'],
        ['P2P_FIAT', 'the currency that is meant when none is given, such as EUR'],
        ['P2P_PROXY', 'proxies as --proxy takes them, with commas between them'],
        ['HTTPS_PROXY, HTTP_PROXY', 'the proxy of all programs, if P2P_PROXY names none; in any case of letters'],
        ['ALL_PROXY', 'the same if those two are not set'],
        ['NO_PROXY', 'hosts that are reached without a proxy; this machine always is'],
        ['P2P_TIMEOUT', 'seconds to wait at most; see --timeout'],
        ['LC_ALL, LC_MONETARY, LANG', 'their country decides the currency when nothing else does'],
        ['P2P_PAGER, PAGER', 'the program for long tables; empty or cat for none (default: less)'],
        ['BROWSER', 'the program that p2p quote --open starts'],
        ['NO_COLOR, FORCE_COLOR', 'no colour when set; colour also into a pipe, none when 0'],
        ['FORCE_HYPERLINK', '1: this terminal follows links; 0: it does not'],
        ['TERM', 'dumb: no colour, no spinner, no pager'],
        ['COLUMNS', 'draw for a window of this width'],
        ['TZ', 'the time zone of all times that people see'],
        ['XDG_CONFIG_HOME, APPDATA', 'the folder of profiles; p2p config path tells which file it is'],
        ['P2P_PORT', 'where p2p demo listens; p2p serve reads many more, p2p serve config check lists them'],
        ['P2P_TELEGRAM_*, P2P_SMTP_*', 'how p2p demo brings alerts to people, as p2p serve does'],
      ],
    },
  ],
  [
    'formatting',
    {
      about: 'How answers are printed.',
      entries: [
        ['on a terminal', 'tables for people: names, two decimals, colour, links to ads, as wide as the window'],
        ['in a pipe', 'tab-separated values without a heading: ids, every digit, no colour'],
        ['--table', 'the table for people, also into a pipe; drawn for the window that stderr goes to'],
        [
          '--json',
          'the document that the API gives; p2p rates UAH EUR prints one after the other, as for one currency',
        ],
        ['--ndjson', 'one document per line'],
        [
          '--columns, --sort, --limit',
          'which columns, in which order, how many rows; with --json, of the list in the document',
        ],
        ['--field best_buy.price', 'one value of the answer, bare; exchanges[].buy: one a line'],
        ['--csv', 'with a heading; cells never become formulas of a spreadsheet'],
        ['stderr', 'notes, warnings, progress and errors: never among the data'],
        [
          'SIMULATED',
          'in headings; in documents "simulated": true, in CSV a column; else on stderr. These prices do not exist.',
        ],
        ['strangers', 'nicknames and ways to pay lose what a terminal would obey; --json and --ndjson keep it'],
        ['times', 'in your time zone for people, in UTC for scripts'],
      ],
    },
  ],
])

/** One topic for a window of this width. */
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
