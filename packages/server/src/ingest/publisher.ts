import type { Fiat, TrustMemory } from '@p2p-rates/core'
import { boardKey } from '@p2p-rates/core/internal'
import type { Cancel, Timers } from '../base/time/timers.js'
import {
  judgeSnapshot,
  type MarketSnapshot,
  type Publication,
  type PublishMarket,
  publicationAt,
} from '../market/market-snapshot.js'
import type { AdAges } from './ad-ages.js'
import type { CollectorStateStore } from './collector-state-store.js'
import type { CurrentBoard, CurrentBoards } from './current-boards.js'
import type { IngestContext } from './ingest-context.js'
import type { ProfitablePairs } from './profitable-pairs.js'

type PublisherPorts = {
  readonly context: Pick<IngestContext, 'plan' | 'rules' | 'time' | 'shown' | 'report' | 'frontRecord'>
  readonly store: Pick<CollectorStateStore, 'nextPublications'>
  readonly currentBoards: CurrentBoards
  readonly adAges: Pick<AdAges, 'unchangedMinutes'>
  readonly paying: Pick<ProfitablePairs, 'before' | 'recordPairs'>
  readonly publishMarket: PublishMarket
  readonly refreshAtMonoMs: (fiat: Fiat) => number
}

/** Judges the current boards of a currency and publishes the verdict. */
export const createPublisher = (ports: PublisherPorts) => ({
  ports,
  /** The last number of each currency that this process gave. */
  given: new Map<Fiat, number>(),
  judgedFiats: new Set<Fiat>(),
})

export type Publisher = ReturnType<typeof createPublisher>

export async function publish(publisher: Publisher, fiat: Fiat): Promise<MarketSnapshot | null> {
  const { time, report } = publisher.ports.context
  // Get the number before judging, because a slow disk would age the verdict.
  const numbers = await nextNumbers(publisher, [fiat])
  const judged = judgeFiat(publisher, fiat, numbers.get(fiat))
  if (judged === null) {
    await tryPublish(publisher, { fiat, snapshot: null, judgedMonoMs: time.clock.monoMs(), isNew: true })
    return null
  }
  const { snapshot } = judged
  if (!(await tryPublish(publisher, { fiat, ...judged, isNew: true }))) return null
  const exchanges = new Set(snapshot.market.boards.map(({ exchange }) => exchange)).size
  report({ kind: 'published', fiat, version: snapshot.version, exchanges })
  return snapshot
}

export async function publishAgain(publisher: Publisher, fiats: readonly Fiat[]): Promise<void> {
  const { context, currentBoards } = publisher.ports
  const known = fiats.filter((fiat) => currentBoards.fresh(fiat, context.time.clock.monoMs()).length > 0)
  const numbers = await nextNumbers(publisher, known)
  for (const fiat of known) {
    const judged = judgeFiat(publisher, fiat, numbers.get(fiat))
    // Skip older results: the previous leader's may rest on boards that this server doubts until it reads them again.
    if (judged !== null && judged.snapshot.updatedAtMs >= (context.shown.snapshot(fiat)?.updatedAtMs ?? 0))
      await tryPublish(publisher, { fiat, ...judged, isNew: false })
  }
}

/** Durable numbers, never given twice. If the disk refuses, the clock and this process's memory have to do. */
async function nextNumbers({ ports, given }: Publisher, fiats: readonly Fiat[]): Promise<ReadonlyMap<Fiat, number>> {
  const { time, report } = ports.context
  const atLeast = new Map(
    fiats.map((fiat) => [fiat, Math.max(publicationAt(time.clock.wallMs()), (given.get(fiat) ?? -1) + 1)]),
  )
  const next = await ports.store.nextPublications(atLeast).catch((error: unknown) => {
    for (const fiat of fiats) report({ kind: 'not_recorded', fiat, error })
    return atLeast
  })
  for (const [fiat, publication] of next) given.set(fiat, publication)
  return next
}

function judgeFiat(publisher: Publisher, fiat: Fiat, publication: number | undefined) {
  const { context, currentBoards, paying, refreshAtMonoMs } = publisher.ports
  const { clock } = context.time
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
      memory: memoryOf(publisher, fiat, boards, judgedMonoMs),
      paying: paying.before(fiat),
      boards: boards.map(({ board, receivedMonoMs }) => ({ board, askedAtMs: wallMsOf(receivedMonoMs) })),
    },
    context.rules,
  )
  currentBoards.recordCentres(snapshot.market)
  paying.recordPairs(fiat, snapshot.paying ?? [])
  publisher.judgedFiats.add(fiat)
  return { snapshot, judgedMonoMs }
}

const memoryOf = (
  { ports, judgedFiats }: Publisher,
  fiat: Fiat,
  boards: readonly CurrentBoard[],
  nowMonoMs: number,
): TrustMemory => ({
  previous: new Map(
    boards.flatMap(({ board, previous }) =>
      previous !== null && nowMonoMs - previous.atMonoMs <= previousForMs
        ? [[boardKey(board.exchange, board.side), previous.price]]
        : [],
    ),
  ),
  otherFiats: new Map(
    [...judgedFiats].flatMap((other) => {
      const rates = other === fiat ? undefined : ports.context.shown.snapshot(other)?.rates
      const price = rates?.bestBuy?.price ?? rates?.bestSell?.price
      return price === undefined ? [] : [[other, price]]
    }),
  ),
  unchangedMinutes: new Map(boards.flatMap(({ board }) => [...ports.adAges.unchangedMinutes(board, nowMonoMs)])),
  exchangesAsked: ports.context.plan.exchanges.length,
  frontRecord: ports.context.frontRecord(fiat),
})

/** Trust may lean on a centre that is at most that old. */
const previousForMs = 30 * 60_000

async function tryPublish({ ports }: Publisher, publication: Publication): Promise<boolean> {
  try {
    await ports.publishMarket(publication)
    return true
  } catch (error) {
    ports.context.report({ kind: 'not_published', fiat: publication.fiat, error })
    return false
  }
}

/** Decides when to publish a currency: all new boards together, or those present once the first has waited 10 s. */
export function debouncePublish(ports: {
  readonly timers: Timers
  readonly expects: (fiat: Fiat) => boolean
  /** Never rejects. */
  readonly publish: (fiat: Fiat) => Promise<void>
}) {
  const { timers, expects, publish } = ports
  const waiting = new Map<Fiat, Cancel>()
  const publishing = new Set<Fiat>()
  const again = new Set<Fiat>()

  const publishNow = async (fiat: Fiat): Promise<void> => {
    waiting.get(fiat)?.()
    waiting.delete(fiat)
    if (publishing.has(fiat)) {
      again.add(fiat)
      return
    }
    publishing.add(fiat)
    await publish(fiat)
    publishing.delete(fiat)
    if (again.delete(fiat)) await publishNow(fiat)
  }

  return {
    onBoardChanged: (fiat: Fiat): void => {
      if (!waiting.has(fiat))
        waiting.set(
          fiat,
          timers.after(patienceMs, () => void publishNow(fiat)),
        )
    },
    /** A request about this currency was answered, given up or put off. */
    onMarketSettled: (fiat: Fiat): void => {
      if (waiting.has(fiat) && !expects(fiat)) void publishNow(fiat)
    },
    stop: (): void => {
      for (const cancel of waiting.values()) cancel()
      waiting.clear()
    },
  }
}

/** Fresh prices should not wait for a slow exchange, and one cycle should not be published twelve times. */
const patienceMs = 10_000
