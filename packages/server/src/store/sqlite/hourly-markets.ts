import { type HourlyMarkets, hourMs, hourOf } from '../../hourly/hourly-markets.js'
import { readKeptMarket } from '../rows/hourly-markets.js'
import { isSound, soundOnly } from './checksums.js'
import type { Database } from './database.js'

export function createSqliteHourlyMarkets(database: Database): HourlyMarkets {
  const save = database.prepare(
    `INSERT INTO hourly_market (fiat, hour, judged_at, market) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET judged_at = excluded.judged_at, market = excluded.market`,
  )
  const within = database.prepare(
    `SELECT *, ${isSound('hourly_market')} AS sound FROM hourly_market WHERE fiat = ? AND hour >= ? AND hour < ? ORDER BY hour`,
  )
  const forget = database.prepare('DELETE FROM hourly_market WHERE hour < ?')
  return {
    keep: async (fiat, { judgedAtMs, pressed }) => {
      save.run(fiat, hourOf(judgedAtMs), judgedAtMs, pressed)
    },
    read: async (fiat, fromMs, toMs) =>
      soundOnly(database, 'hourly_market', within.all(fiat, Math.ceil(fromMs / hourMs), Math.ceil(toMs / hourMs))).map(
        readKeptMarket,
      ),
    forgetBefore: async (ms) => forget.run(hourOf(ms)),
  }
}
