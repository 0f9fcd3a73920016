import type { Command } from 'commander'
import type { Cli } from '../cli.js'
import type { CommandName } from '../contents.js'
import { define as arbitrage } from './arbitrage.js'
import { define as candles } from './candles.js'
import type { Define } from './command.js'
import { define as complete } from './complete.js'
import { define as config } from './config.js'
import { define as demo } from './demo.js'
import { define as doctor } from './doctor.js'
import { examples } from './examples.js'
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

const definitions: Readonly<Record<CommandName, Define>> = {
  rates,
  quote,
  orderbook,
  arbitrage,
  watch,
  stream,
  stats,
  history,
  candles,
  export: exportPrices,
  markets,
  sources,
  'payment-methods': paymentMethods,
  login,
  logout,
  me,
  webhooks,
  listen,
  trigger,
  config,
  doctor,
  serve,
  demo,
  complete,
  help,
}

/** Gives a command its options and what it does, when it is called: the others need none. */
export function equip(command: Command, cli: Cli): void {
  const name = command.name() as CommandName
  definitions[name](command.helpCommand(false), cli)
  const ending = examples[name]?.map((line) => `\n  ${line}`)
  if (ending !== undefined) command.addHelpText('after', `\nFor example:${ending.join('')}`)
  command.addHelpText('afterAll', '\nOptions that every command has: p2p --help')
}
