import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { advertiserKey, type Fiat, hasContactText, type TrustedMarket, type TrustMemory } from '@p2p-rates/core'
import { archivedMarketOf, type FlatBoard, flatMarketOf } from '../archive/archived-market.js'
import { readMarket, writeMarket } from '../archive/changes.js'
import type { MarketSnapshot } from '../market/market-snapshot.js'
import type { KeptMarket } from './hourly-markets.js'

const deflated = promisify(deflateRaw)
const inflated = promisify(inflateRaw)

/** No market is longer than this as text. */
const mostText = 32 * 1024 * 1024

/** A market small enough to be kept by the hour: all that it can be judged by, and nothing of who its people are. */
export async function pressMarket(snapshot: MarketSnapshot): Promise<KeptMarket> {
  const flat = flatMarketOf({ snapshot, scenes: [], rules: noRules, isSimulated: false })
  const text = writeMarket({ ...flat, boards: flat.boards.map(withoutNames) }, null)
  return { judgedAtMs: snapshot.judgedAtMs, pressed: await deflated(text) }
}

/** The market as it was judged then. Throws where the bytes are none. */
export async function unpressMarket(
  fiat: Fiat,
  { judgedAtMs, pressed }: KeptMarket,
): Promise<{ readonly market: TrustedMarket; readonly memory: TrustMemory }> {
  const text = (await inflated(pressed, { maxOutputLength: mostText })).toString('utf8')
  const { snapshot } = archivedMarketOf(readMarket(text, { fiat, judgedAtMs }, null))
  return { market: snapshot.market, memory: snapshot.memory }
}

/** By which rules it was judged is not asked: verdicts are kept. */
const noRules = { trustedFrom: 0, bandUsdt: { min: 0, max: 0 }, minGate: 0 }

/** Numbers stand for people and ads. Of their texts is kept what counts against them. */
function withoutNames({ ads, ...board }: FlatBoard): FlatBoard {
  const numbers = new Map<string, string>()
  return {
    ...board,
    ads: ads.map((ad, place) => {
      const person = advertiserKey(ad)
      const number = numbers.get(person) ?? String(numbers.size)
      numbers.set(person, number)
      return {
        ...ad,
        adId: String(place),
        advertiserId: number,
        nickname: hasContactText(ad.nickname) ? ad.nickname : '',
        remarks: ad.remarks !== null && hasContactText(ad.remarks) ? ad.remarks : null,
        url: null,
      }
    }),
  }
}
