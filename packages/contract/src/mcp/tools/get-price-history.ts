import { history } from '../../endpoints/history/history.js'
import { stats } from '../../endpoints/history/stats.js'
import type { HistoryPoint, Stats } from '../../generated/types.js'
import { codeInWords } from '../../words/code-in-words.js'
import { en } from '../../words/en.js'
import { shownVerdict } from '../../words/shown-verdict.js'
import { atMost, fiatArgument, type Tool } from '../tool.js'

const usualPoints = 24
const mostPoints = 48

export const getPriceHistory: Tool = {
  name: 'get_price_history',
  description:
    'Best prices of past hours, highs and lows kept; whether now is cheap or expensive: averages, cheapest hours.',
  params: {
    fiat: fiatArgument,
    exchange: { type: 'string', description: 'Default best' },
    hours: { type: 'integer', description: 'Default 24' },
    points: { type: 'integer', description: 'At most 48' },
  },
  endpoints: [history, stats],
  run: async ({ points: wanted, ...given }, ask) => {
    const past = await ask(history, { ...given, max_points: atMost(mostPoints, wanted, usualPoints) })
    const now = await ask(stats, { fiat: past.fiat })
    const { fiat, exchange, hours, points } = past
    const where = exchange === 'best' ? 'best of all exchanges' : `on ${exchange}`
    return [
      ...nowLines(now),
      points.length === 0
        ? `Nothing was recorded in the last ${hours} hours (${where}).`
        : `Last ${hours} hours, ${where}, UTC, ${fiat} for 1 USDT: time, you buy at, you sell at (- none)`,
      ...pointLines(points, hours),
    ]
  },
}

function nowLines(now: Stats): readonly string[] {
  const hours = now.cheapest_hours_kyiv.map(({ hour, delta_pct: delta }) => `${hour}:00 (${delta}%)`)
  return [
    `Buying 1 USDT for ${now.fiat} now, at most 10 minutes old: ${now.best_buy_now}. Verdict: ${codeInWords(en, 'verdict', shownVerdict(now)).toLowerCase()}.`,
    `24 h: average ${now.avg_24h} (now ${now.delta_vs_24h_pct}%), lowest ${now.min_24h}. 7 days: average ${now.avg_7d} (now ${now.delta_vs_7d_pct}%).`,
    `Cheapest hours, Kyiv time: ${hours.join(', ') || 'none is reliably cheaper'}. From ${now.data_points} recorded prices.`,
  ]
}

function pointLines(points: readonly HistoryPoint[], hours: number): readonly string[] {
  let day = ''
  return points.flatMap(({ t, buy, sell }) => {
    const prices = `${priceText(buy)} ${priceText(sell)}`
    if (hours > 48) return [`${t.slice(5, 10)} ${prices}`]
    const isNew = t.slice(0, 10) !== day
    day = t.slice(0, 10)
    return [...(isNew ? [day] : []), `${t.slice(11, 16)} ${prices}`]
  })
}

/** Five digits show a price to one basis point. */
const priceText = (price: number | null): string => (price === null ? '-' : String(Number(price.toPrecision(5))))
