import type { Command } from 'commander'
import type { Cli } from '../cli.js'
import { define as arbitrage } from './arbitrage.js'
import { define as candles } from './candles.js'
import type { Define } from './command.js'
import { define as complete } from './complete.js'
import { define as config } from './config.js'
import { define as demo } from './demo.js'
import { define as doctor } from './doctor.js'
import { define as exportPrices } from './export.js'
import { define as help } from './help.js'
import { define as history } from './history.js'
import { define as listen } from './listen.js'
import { define as login } from './login.js'
import { define as logout } from './logout.js'
import { define as markets } from './markets.js'
import { define as me } from './me.js'
import { define as orderbook } from './orderbook.js'
import { define as paymentMethods } from './payment-methods.js'
import { define as quote } from './quote.js'
import { define as rates } from './rates.js'
import { define as serve } from './serve.js'
import { define as sources } from './sources.js'
import { define as stats } from './stats.js'
import { define as stream } from './stream.js'
import { define as trigger } from './trigger.js'
import { define as watch } from './watch.js'
import { define as webhooks } from './webhooks.js'

/** Name, what it is for, what it does. */
type CommandEntry = readonly [name: string, about: string, define: Define]

/** In the order in which `p2p --help` shows them. */
export const commandGroups: readonly (readonly [heading: string, entries: readonly CommandEntry[]])[] = [
  [
    'Prices now:',
    [
      ['rates', 'best reliable price on each exchange, to buy and to sell', rates],
      ['quote', 'what an amount really costs or brings, ad by ad', quote],
      ['orderbook', 'ads of one exchange; --why says what their trust is made of', orderbook],
      ['arbitrage', 'buy on one exchange, sell on another: what remains', arbitrage],
      ['watch', 'rates as they change, redrawn in place', watch],
      ['stream', 'rates as they change, one JSON document per line', stream],
    ],
  ],
  [
    'Prices before (from a server):',
    [
      ['stats', 'whether now is cheap or dear, and when it usually is', stats],
      ['history', 'a chart of the best prices', history],
      ['candles', 'open, high, low and close', candles],
      ['export', 'the past of all exchanges into a CSV, NDJSON or Parquet file', exportPrices],
    ],
  ],
  [
    'What there is:',
    [
      ['markets', 'exchanges, currencies, and what your plan includes', markets],
      ['sources', 'how each exchange is doing', sources],
      ['payment-methods', 'names and ids of ways to pay', paymentMethods],
    ],
  ],
  [
    'Your account (on a server):',
    [
      ['login', 'remember a server and a key', login],
      ['logout', 'forget them', logout],
      ['me', 'your plan and what is used of it', me],
      ['webhooks', 'signed callbacks when a price reaches a threshold', webhooks],
      ['listen', 'relay signed events to a receiver on this machine', listen],
      ['trigger', 'send a signed sample event', trigger],
    ],
  ],
  [
    'This tool:',
    [
      ['config', 'profiles: list, get, set, path', config],
      ['doctor', 'reach everything, say what is blocked and what to do', doctor],
      ['serve', 'run a server of your own', serve],
      ['demo', 'a server with simulated exchanges and a past to play with', demo],
      ['complete', 'completion for bash, zsh, fish or powershell', complete],
      ['help', 'explain a command, or the exit codes', help],
    ],
  ],
]

/** Gives a command its options and what it does, when it is called: the others need none. */
export function equip(command: Command, cli: Cli): void {
  const entry = commandGroups.flatMap(([, entries]) => entries).find(([name]) => name === command.name())
  if (entry === undefined) return
  entry[2](command.helpCommand(false), cli)
  command.addHelpText('after', '\nOptions that every command has: p2p --help')
}
