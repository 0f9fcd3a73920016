import { boardKey, type ExchangeId, type Fiat, type TrustMemory, type TrustRules } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'
import { judgeSnapshot, type MarketSnapshot, type Publication, type PublishMarket } from '../market/market-snapshot.js'
import type { ShownMarkets } from '../market/shown-markets.js'
import type { AdAges } from './ad-ages.js'
import type { CurrentBoard, CurrentBoards } from './current-boards.js'
import type { ReportMarketEvent } from './market-event.js'
import type { ProfitablePairs } from './profitable-pairs.js'
import type { PublicationNumbers } from './publication-numbers.js'

export interface Publisher {
  publish(fiat: Fiat): Promise<MarketSnapshot | null>
  /** Publish restored boards after a restart. */
  publishAgain(fiats: readonly Fiat[]): Promise<void>
}

export function createPublisher(ports: {
  readonly clock: Clock
  readonly exchanges: readonly ExchangeId[]
  readonly rules: TrustRules
  readonly currentBoards: CurrentBoards
  readonly adAges: Pick<AdAges, 'unchangedMinutes'>
  readonly publications: PublicationNumbers
  readonly paying: Pick<ProfitablePairs, 'before' | 'recordPairs'>
  readonly shown: Pick<ShownMarkets, 'snapshot'>
  readonly publishMarket: PublishMarket
  readonly refreshAtMonoMs: (fiat: Fiat) => number
  readonly report: ReportMarketEvent
}): Publisher {
  const { clock, exchanges, rules, currentBoards, adAges, publications, paying, shown, publishMarket } = ports
  const { refreshAtMonoMs, report } = ports

  const judgedFiats = new Set<Fiat>()

  const memoryOf = (fiat: Fiat, boards: readonly CurrentBoard[], nowMonoMs: number): TrustMemory => ({
    previous: previousCentres(boards, nowMonoMs),
    otherFiats: pricesInOtherFiats(fiat),
    unchangedMinutes: new Map(boards.flatMap(({ board }) => [...adAges.unchangedMinutes(board, nowMonoMs)])),
    exchangesAsked: exchanges.length,
  })

  const pricesInOtherFiats = (fiat: Fiat): ReadonlyMap<string, number> => {
    const prices = new Map<string, number>()
    for (const other of judgedFiats) {
      const rates = other === fiat ? undefined : shown.snapshot(other)?.rates
      const price = rates?.bestBuy?.price ?? rates?.bestSell?.price
      if (price !== undefined) prices.set(other, price)
    }
    return prices
  }
  const judgeFiat = (fiat: Fiat, publication: number | undefined): Judged | null => {
    const judgedMonoMs = clock.monoMs()
    const judgedAtMs = clock.wallMs()
    const boards = currentBoards.fresh(fiat, judgedMonoMs)
    if (boards.length === 0 || publication === undefined) return null
    const wallMsOf = (monoMs: number): number => judgedAtMs + Math.floor(monoMs - judgedMonoMs)
    const snapshot = judgeSnapshot(
      {
        fiat,
        publication,
        judgedAtMs,
        refreshAtMs: wallMsOf(refreshAtMonoMs(fiat)),
        memory: memoryOf(fiat, boards, judgedMonoMs),
        paying: paying.before(fiat),
        boards: boards.map(({ board, receivedMonoMs }) => ({ board, askedAtMs: wallMsOf(receivedMonoMs) })),
      },
      rules,
    )
    currentBoards.recordCentres(snapshot.market)
    paying.recordPairs(fiat, snapshot.paying ?? [])
    judgedFiats.add(fiat)
    return { snapshot, judgedMonoMs }
  }

  const tryPublish = async (publication: Publication): Promise<boolean> => {
    try {
      await publishMarket(publication)
      return true
    } catch (error) {
      report({ kind: 'not_published', fiat: publication.fiat, error })
      return false
    }
  }

  return {
    publish: async (fiat) => {
      // Get the number before judging, because a slow disk would age the verdict.
      const numbers = await publications.nextNumbers([fiat])
      const judged = judgeFiat(fiat, numbers.get(fiat))
      if (judged === null) {
        await tryPublish({ fiat, snapshot: null, judgedMonoMs: clock.monoMs(), isNew: true })
        return null
      }
      const { snapshot } = judged
      if (!(await tryPublish({ fiat, ...judged, isNew: true }))) return null
      const exchanges = new Set(snapshot.market.boards.map(({ exchange }) => exchange)).size
      report({ kind: 'published', fiat, version: snapshot.version, exchanges })
      return snapshot
    },
    publishAgain: async (fiats) => {
      const known = fiats.filter((fiat) => currentBoards.fresh(fiat, clock.monoMs()).length > 0)
      const numbers = await publications.nextNumbers(known)
      for (const fiat of known) {
        const judged = judgeFiat(fiat, numbers.get(fiat))
        // Skip older results: the previous leader's may rest on boards that this server doubts until it reads them
        // again.
        if (judged !== null && judged.snapshot.updatedAtMs >= (shown.snapshot(fiat)?.updatedAtMs ?? 0))
          await tryPublish({ fiat, ...judged, isNew: false })
      }
    },
  }
}

type Judged = { readonly snapshot: MarketSnapshot; readonly judgedMonoMs: number }

const previousCentres = (boards: readonly CurrentBoard[], nowMonoMs: number): ReadonlyMap<string, number> =>
  new Map(
    boards.flatMap(({ board, previous }) =>
      previous !== null && nowMonoMs - previous.atMonoMs <= previousForMs
        ? [[boardKey(board.exchange, board.side), previous.price]]
        : [],
    ),
  )

/** Trust may lean on a centre that is at most that old. */
const previousForMs = 30 * 60_000
