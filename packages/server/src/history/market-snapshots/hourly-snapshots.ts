import type { Fiat } from '@p2p-rates/core'
import { advertiserKey } from '@p2p-rates/core/internal'
import { isComplete, type MarketSnapshot } from '../../market/market-snapshot.js'
import { columns, type FlatAd } from '../archive/ad-codec.js'
import { type FlatBoard, type FlatFacts, flatMarketOf, judgedMarketOf } from '../archive/archived-market.js'
import { deflateText, inflateText } from '../archive/delta-encoder.js'
import { type HourlySnapshot, type HourlySnapshotStore, hourOf } from '../history-stores.js'

/** Columns instead of rows, because similar values compress better and decode fast. */
type CompressedBoard = Omit<FlatBoard, 'ads'> & { readonly ads: readonly (readonly unknown[])[] }
type CompressedMarket = {
  readonly facts: Pick<FlatFacts, 'confidence' | 'previous' | 'otherFiats' | 'exchangesAsked'>
  readonly boards: readonly CompressedBoard[]
}

/** A market small enough to be kept by the hour: all that it can be judged by, and nothing of who its people are. */
export async function compressMarket(snapshot: MarketSnapshot): Promise<HourlySnapshot> {
  const { facts, boards } = flatMarketOf({ snapshot, sourceStatuses: [], rules: noRules, isSimulated: false })
  const { confidence, previous, otherFiats, exchangesAsked } = facts
  const pressed: CompressedMarket = {
    facts: { confidence, previous, otherFiats, exchangesAsked },
    boards: boards.map((board) => {
      const ads = withoutNames(board.ads)
      return { ...board, ads: columns.map((column) => ads.map((ad) => ad[column])) }
    }),
  }
  return { judgedAtMs: snapshot.judgedAtMs, compressed: await deflateText(JSON.stringify(pressed)) }
}

/** The market as it was judged then. It is our own writing, which the store holds against its sum. */
export async function decompressMarket(
  fiat: Fiat,
  { judgedAtMs, compressed }: HourlySnapshot,
): Promise<Pick<MarketSnapshot, 'market' | 'memory'>> {
  const { facts, boards }: CompressedMarket = JSON.parse(await inflateText(compressed))
  return judgedMarketOf({ fiat, judgedAtMs, facts, boards: boards.map((board) => ({ ...board, ads: adsOf(board) })) })
}

/** By which rules it was judged is not asked: verdicts are kept. */
const noRules = { trustedFrom: 0, bandUsdt: { min: 0, max: 0 }, minGate: 0 }

/** Replaces ids of advertisers and ads by numbers, and drops their texts, by which no ad is judged. */
function withoutNames(ads: readonly FlatAd[]): readonly FlatAd[] {
  const numbers = new Map<string, string>()
  return ads.map((ad, place) => {
    const person = advertiserKey(ad)
    const number = numbers.get(person) ?? String(numbers.size)
    numbers.set(person, number)
    return {
      ...ad,
      adId: String(place),
      advertiserId: number,
      nickname: '',
      remarks: null,
      url: null,
    }
  })
}

function adsOf({ ads }: CompressedBoard): readonly FlatAd[] {
  const [first = []] = ads
  return first.map((_, place) => {
    const ad: Partial<Record<keyof FlatAd, unknown>> = {}
    for (const [at, column] of columns.entries()) ad[column] = ads[at]?.[place]
    return ad as FlatAd
  })
}

/** Store the first complete market of each hour. Each call stores one currency, so that requests don't wait for all. */
export function createHourlySnapshotJob(ports: {
  readonly store: Pick<HourlySnapshotStore, 'saveHour'>
  readonly fiats: readonly Fiat[]
  readonly snapshot: (fiat: Fiat) => MarketSnapshot | null
}): () => Promise<void> {
  const { store, fiats, snapshot } = ports
  const keptHours = new Map<Fiat, number>()

  const due = (): MarketSnapshot | null => {
    for (const fiat of fiats) {
      const shown = snapshot(fiat)
      // Skip incomplete markets: once boards expire, a market says less than it did in its own hour.
      if (shown !== null && isComplete(shown) && keptHours.get(fiat) !== hourOf(shown.judgedAtMs)) return shown
    }
    return null
  }

  return async () => {
    const next = due()
    if (next === null) return
    await store.saveHour(next.fiat, await compressMarket(next))
    keptHours.set(next.fiat, hourOf(next.judgedAtMs))
  }
}
