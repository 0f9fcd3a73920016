import type { CommandName } from '../help-page.js'
import { define as ads } from './ads.js'
import { define as agent } from './agent.js'
import { define as alerts } from './alerts.js'
import { define as arbitrage } from './arbitrage.js'
import { define as boards } from './boards.js'
import { define as candles } from './candles.js'
import type { CommandFactory } from './command-factory.js'
import { define as complete } from './complete.js'
import { define as config } from './config.js'
import { define as convert } from './convert.js'
import { define as demo } from './demo.js'
import { define as depth } from './depth.js'
import { define as desk } from './desk.js'
import { define as doctor } from './doctor.js'
import { define as exportPrices } from './export.js'
import { define as fair } from './fair.js'
import { define as fixings } from './fixings.js'
import { define as help } from './help.js'
import { define as history } from './history.js'
import { define as inboxes } from './inboxes.js'
import { define as judge } from './judge.js'
import { define as listen } from './listen.js'
import { define as login } from './login.js'
import { define as logout } from './logout.js'
import { define as markets } from './markets.js'
import { define as mcp } from './mcp.js'
import { define as me } from './me.js'
import { define as methods } from './methods.js'
import { define as open } from './open.js'
import { define as overview } from './overview.js'
import { define as price } from './past-price.js'
import { define as paymentMethods } from './payment-methods.js'
import { define as premium } from './premium.js'
import { define as quality } from './quality.js'
import { defineBuy as buy, define as quote, defineSell as sell } from './quote.js'
import { define as record } from './record.js'
import { define as index } from './reference-index.js'
import { define as replay } from './replay.js'
import { define as rules } from './rules.js'
import { define as seasonality } from './seasonality.js'
import { define as serve } from './serve.js'
import { define as sources } from './sources.js'
import { define as stats } from './stats.js'
import { define as trackRecord } from './track-record.js'
import { define as transfers } from './transfers.js'
import { define as trigger } from './trigger.js'
import { define as usage } from './usage.js'
import { define as version } from './version.js'
import { define as watch } from './watch.js'
import { define as webhooks } from './webhooks.js'

export const lazyCommands: Readonly<Record<Exclude<CommandName, 'rates'>, CommandFactory>> = {
  quote,
  buy,
  sell,
  open,
  ads,
  convert,
  fair,
  depth,
  methods,
  arbitrage,
  watch,
  index,
  overview,
  stats,
  seasonality,
  history,
  candles,
  price,
  fixings,
  premium,
  export: exportPrices,
  markets,
  sources,
  quality,
  'track-record': trackRecord,
  'payment-methods': paymentMethods,
  transfers,
  login,
  logout,
  me,
  usage,
  alerts,
  desk,
  rules,
  boards,
  inboxes,
  webhooks,
  listen,
  trigger,
  config,
  doctor,
  record,
  serve,
  mcp,
  replay,
  judge,
  agent,
  demo,
  complete,
  version,
  help,
}
