import type { Command } from 'commander'
import type { Cli } from '../cli.js'
import type { Define } from './command.js'

/** Name, what it is for, where it lives. */
type CommandEntry = readonly [name: string, about: string, load: () => Promise<{ readonly define: Define }>]

/** In the order in which `p2p --help` shows them. */
export const commandGroups: readonly (readonly [heading: string, entries: readonly CommandEntry[]])[] = [
  [
    'Prices now:',
    [
      ['rates', 'best reliable price on each exchange, to buy and to sell', () => import('./rates.js')],
      ['quote', 'what an amount really costs or brings, ad by ad', () => import('./quote.js')],
      ['orderbook', 'ads of one exchange; --why says what their trust is made of', () => import('./orderbook.js')],
      ['arbitrage', 'buy on one exchange, sell on another: what remains', () => import('./arbitrage.js')],
      ['watch', 'rates as they change, redrawn in place', () => import('./watch.js')],
      ['stream', 'rates as they change, one JSON document per line', () => import('./stream.js')],
    ],
  ],
  [
    'Prices before (from a server):',
    [
      ['stats', 'whether now is cheap or dear, and when it usually is', () => import('./stats.js')],
      ['history', 'a chart of the best prices', () => import('./history.js')],
      ['candles', 'open, high, low and close', () => import('./candles.js')],
      ['export', 'the past of all exchanges into a CSV, NDJSON or Parquet file', () => import('./export.js')],
    ],
  ],
  [
    'What there is:',
    [
      ['markets', 'exchanges, currencies, and what your plan includes', () => import('./markets.js')],
      ['sources', 'how each exchange is doing', () => import('./sources.js')],
      ['payment-methods', 'names and ids of ways to pay', () => import('./payment-methods.js')],
    ],
  ],
  [
    'Your account (on a server):',
    [
      ['login', 'remember a server and a key', () => import('./login.js')],
      ['logout', 'forget them', () => import('./logout.js')],
      ['me', 'your plan and what is used of it', () => import('./me.js')],
      ['webhooks', 'signed callbacks when a price reaches a threshold', () => import('./webhooks.js')],
      ['listen', 'relay signed events to a receiver on this machine', () => import('./listen.js')],
      ['trigger', 'send a signed sample event', () => import('./trigger.js')],
    ],
  ],
  [
    'This tool:',
    [
      ['config', 'profiles: list, get, set, path', () => import('./config.js')],
      ['doctor', 'reach everything, say what is blocked and what to do', () => import('./doctor.js')],
      ['serve', 'run a server of your own', () => import('./serve.js')],
      ['demo', 'a server with simulated exchanges and a past to play with', () => import('./demo.js')],
      ['complete', 'completion for bash, zsh, fish or powershell', () => import('./complete.js')],
      ['help', 'explain a command, or the exit codes', () => import('./help.js')],
    ],
  ],
]

/** Gives a command its options and what it does. */
export async function load(command: Command, cli: Cli): Promise<void> {
  const entry = commandGroups.flatMap(([, entries]) => entries).find(([name]) => name === command.name())
  if (entry === undefined) return
  const { define } = await entry[2]()
  define(command, cli)
  command.addHelpText('after', '\nOptions that every command has: p2p --help')
}
