import { type Ad, judgeMarket, type Side, sides } from '@p2p-rates/core'
import { offerKey } from '@p2p-rates/core/internal'
import { centresOf } from './our-method.js'
import { type Row, readRecording } from './recorded-market-data.js'

export type Accepted = Readonly<Record<Side, readonly Ad[]>>

export type Snapshot = {
  readonly raw: Accepted
  /** Common filter of other tools, applied to the fields that the recording has. */
  readonly usual: Accepted
  readonly ours: Accepted
}

/** Every fourth snapshot of a recording, judged as a collector would that saw all of them; `null` without recording. */
export const judgedSnapshots = (dir: string, fiat: string): readonly Snapshot[] | null => {
  const rows = recordings(dir, fiat)
  if (rows === null) return null
  const standing = createStanding()
  let previous: ReadonlyMap<string, number> = new Map()

  return [...inOneLook(rows)].flatMap((look, index) => {
    const observedAtMs = 1000 * Math.max(...look.map((row) => Number(row('ts'))))
    const ads = look.map((row) => readAd(row, fiat, observedAtMs))
    const raw = bySide(ads)
    const unchangedMinutes = new Map(ads.map((ad) => [offerKey(ad), standing.minutes(ad)]))
    const boards = sides.map((side) => ({ exchange, fiat, side, ads: raw[side], observedAtMs }))
    const judged = judgeMarket(fiat, boards, { previous, unchangedMinutes })
    previous = centresOf(judged)
    if (index % 4 !== 0) return []
    const trusted = judged.boards.flatMap((board) => board.ads.filter((ad) => ad.trusted).map(({ ad }) => ad))
    return [{ raw, usual: bySide(ads.filter(passesUsualFilter)), ours: bySide(trusted) }]
  })
}

const recordings = (dir: string, fiat: string) =>
  readRecording(dir, `binance_${fiat}_2025-12_15min.csv.gz`) ??
  readRecording(dir, `binance_${fiat}_2025-12_30min.csv.gz`)

function* inOneLook(rows: readonly Row[]): Iterable<readonly Row[]> {
  let look: Row[] = []
  for (const row of rows) {
    if (look[0] !== undefined && look[0]('run') !== row('run')) {
      yield look
      look = []
    }
    look.push(row)
  }
  if (look.length > 0) yield look
}

/** For how long an ad has been standing with the same price and limits; forgotten a day after its last sight. */
const createStanding = () => {
  const sights = new Map<string, { readonly firstMs: number; readonly lastMs: number }>()
  return {
    minutes: (ad: Ad): number => {
      const key = [ad.side, ad.advertiserId, ad.price, ad.minFiat, ad.maxFiat].join(' ')
      const known = sights.get(key)
      const firstMs = known === undefined || ad.observedAtMs - known.lastMs > dayMs ? ad.observedAtMs : known.firstMs
      sights.set(key, { firstMs, lastMs: ad.observedAtMs })
      return (ad.observedAtMs - firstMs) / 60_000
    },
  }
}

const dayMs = 24 * 3600_000

const bySide = (ads: readonly Ad[]): Accepted => ({
  BUY: ads.filter(({ side }) => side === 'BUY'),
  SELL: ads.filter(({ side }) => side === 'SELL'),
})

const passesUsualFilter = ({ completionPct, positivePct }: Ad): boolean =>
  (completionPct ?? 0) >= 95 && (positivePct ?? 0) >= 95

const exchange = 'binance'

const readAd = (row: Row, fiat: string, observedAtMs: number): Ad => ({
  exchange,
  fiat,
  side: row('side') === 'B' ? 'BUY' : 'SELL',
  adId: null,
  advertiserId: row('advertiser'),
  nickname: row('advertiser'),
  price: Number(row('price')),
  minFiat: Number(row('min_amount')),
  maxFiat: Number(row('max_amount')),
  stockUsdt: null,
  paymentMethods: row('payment_methods').split('|').filter(Boolean),
  completedOrders: null,
  ordersBasis: 'month',
  completionPct: percent(row('completion_rate')),
  positivePct: percent(row('positive_rate')),
  ...{ merchant: null, lastSeenAtMs: null, accountAgeDays: null, promoted: false, restricted: false },
  ...{ takerDemands: null, payWindowMinutes: null, remarks: null, url: null },
  observedAtMs,
})

const percent = (share: string): number | null => (share === '' ? null : 100 * Number(share))
