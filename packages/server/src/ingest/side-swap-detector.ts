import type { Ad, ExchangeId, Exchanges, Side } from '@p2p-rates/core'
import { type SideCentres, sideCentres } from '@p2p-rates/core/internal'
import { getOrCreate } from '../base/get-or-create.js'
import type { MarketName } from './current-boards.js'

/** `turned`: what lay above lies below. `changedPlaces`: and each stands where the other was. */
type SwapEvidence = 'unchanged' | 'turned' | 'changedPlaces'

export type SwapState = {
  /** Count of consecutive readings with evidence of swapped sides; 0 after a reading without it. */
  readonly inARow: number
  /** The newest reading of both sides; `null` when they cannot be compared. */
  readonly sides: SideCentres | null
  readonly believed: SideCentres | null
  readonly change: SwapEvidence
  /** Set once the other exchanges showed the same direction; cleared by a sudden change. */
  readonly isKnown: boolean
  /** Evidence from this currency alone: above 0 for swapped, below 0 for normal. */
  readonly lean: number
  readonly atMonoMs: number
}

export type SwapContext = {
  readonly sides: SideCentres | null
  readonly atMonoMs: number
  readonly before: SwapState | null
  readonly otherExchanges: readonly SwapState[]
  readonly otherFiats: readonly SwapState[]
  readonly sideInRow: boolean
}

/**
 * Detect swapped sides once both were read again. Crossed prices alone prove nothing, because whole currencies stay
 * crossed for weeks. Points count instead: sides that swap within one cycle, against all other exchanges, or in many
 * currencies at once.
 */
export function updateSwapState(context: SwapContext): SwapState {
  const { sides, atMonoMs, sideInRow } = context
  const others = context.otherExchanges.filter((watch) => atMonoMs - watch.atMonoMs <= rememberedMs)
  const otherFiats = context.otherFiats.filter((watch) => atMonoMs - watch.atMonoMs <= rememberedMs)
  const before = context.before !== null && atMonoMs - context.before.atMonoMs <= rememberedMs ? context.before : null
  const believed = before?.believed ?? null
  if (sides === null)
    return { inARow: 0, sides, believed, change: 'unchanged', isKnown: before?.isKnown === true, lean: 0, atMonoMs }

  const change = changeOf(sides, before)
  const agreement = agreementWithOthers(sides, others)
  const isKnown = agreement === 'alike' || (before?.isKnown === true && change === 'unchanged')
  const lean = points[change] + points[agreement]
  const evidence =
    lean +
    (isKnown ? points.known : 0) +
    points[directionOf(otherFiats)] +
    (isClear(sides) && gapOf(sides) > 0 ? points.uncrossed : 0) +
    (sideInRow ? points.named : 0)
  const seen = { sides, lean, atMonoMs }
  return evidence >= enough
    ? { ...seen, inARow: (before?.inARow ?? 0) + 1, believed, change, isKnown: false }
    : { ...seen, inARow: 0, believed: sides, change: 'unchanged', isKnown }
}

export const cyclesToBelieveSwap = 2

const points = {
  unchanged: 0,
  turned: 1,
  changedPlaces: 5,
  alone: 2,
  mixed: 0,
  alike: -5,
  known: -2,
  /** In its other currencies. */
  exchanged: 3,
  straight: -2,
  unclear: 0,
  uncrossed: -2,
  named: -1,
} as const
const enough = 2

/** Log ratio of ask to bid; negative if crossed. */
const gapOf = ({ ask, bid }: SideCentres): number => Math.log(ask / bid)

/** False if the sides are within 0.5 %, too close to show their direction. */
const isClear = (sides: SideCentres): boolean => Math.abs(gapOf(sides)) > clear
const clear = 0.005

const areOpposite = (a: SideCentres, b: SideCentres): boolean => gapOf(a) * gapOf(b) < 0 && isClear(a) && isClear(b)
const areAlike = (a: SideCentres, b: SideCentres): boolean => gapOf(a) * gapOf(b) > 0 && isClear(a) && isClear(b)

const apart = (a: number, b: number): number => Math.abs(Math.log(a / b))

/** Keep a detected swap until the sides turn back, because prices move on meanwhile. */
function changeOf(now: SideCentres, before: SwapState | null): SwapEvidence {
  const believed = before?.believed ?? null
  // A market moves step by step, also when it comes to cross: between two clear directions there is an unclear one.
  if (before === null || believed === null || !areOpposite(now, believed)) return 'unchanged'
  const exchanged = apart(now.ask, believed.bid) + apart(now.bid, believed.ask)
  const straight = apart(now.ask, believed.ask) + apart(now.bid, believed.bid)
  return before.change === 'changedPlaces' || exchanged * 2 < straight ? 'changedPlaces' : 'turned'
}

/** One other exchange may be wrong itself; two of them are a market. */
function agreementWithOthers(sides: SideCentres, others: readonly SwapState[]): 'alike' | 'mixed' | 'alone' {
  const alike = others.filter((other) => other.sides !== null && areAlike(sides, other.sides)).length
  const opposite = others.filter((other) => other.sides !== null && areOpposite(sides, other.sides)).length
  if (alike > opposite) return 'alike'
  return opposite >= 2 && opposite > alike ? 'alone' : 'mixed'
}

/** An exchange that takes one side for the other does so in every currency. */
function directionOf(elsewhere: readonly SwapState[]): 'exchanged' | 'straight' | 'unclear' {
  const exchanged = elsewhere.filter(({ lean }) => lean > 0).length
  const straight = elsewhere.filter(
    ({ lean, sides }) => lean < 0 || (lean === 0 && sides !== null && isClear(sides) && gapOf(sides) > 0),
  ).length
  if (exchanged >= 2 && exchanged > straight) return 'exchanged'
  return straight >= 3 && straight > exchanged ? 'straight' : 'unclear'
}

/** Maximum age of a reading that counts as evidence of a change. */
const rememberedMs = 60 * 60_000

type SideReading = MarketName & { readonly receivedMonoMs: number }

/** Compares the sides of every market once both were read again. */
export function createSideSwapTracker(exchanges: readonly ExchangeId[], known: Exchanges) {
  const watches = new Map<ExchangeId, Map<string, SwapState>>()
  const halfRead = new Map<string, Side>()

  const isSwapped = (exchange: ExchangeId, fiat: string): boolean =>
    (watches.get(exchange)?.get(fiat)?.inARow ?? 0) >= cyclesToBelieveSwap

  const isSecondSide = ({ exchange, fiat, side }: SideReading): boolean => {
    const market = `${exchange} ${fiat}`
    const first = halfRead.get(market)
    if (first === undefined || first === side) {
      halfRead.set(market, side)
      return false
    }
    return halfRead.delete(market)
  }

  return {
    isSwapped,
    /** Returns the change of belief that this reading causes. */
    compareReading: (reading: SideReading, adsOf: (side: Side) => readonly Ad[]): 'exchanged' | 'believed' | null => {
      if (!isSecondSide(reading)) return null
      const { exchange, fiat, receivedMonoMs } = reading
      const wasSwapped = isSwapped(exchange, fiat)
      const ofExchange = getOrCreate(watches, exchange, () => new Map<string, SwapState>())
      ofExchange.set(
        fiat,
        updateSwapState({
          sides: sideCentres(adsOf('BUY'), adsOf('SELL')),
          atMonoMs: receivedMonoMs,
          before: ofExchange.get(fiat) ?? null,
          otherExchanges: exchanges.flatMap((other) =>
            other === exchange ? [] : (watches.get(other)?.get(fiat) ?? []),
          ),
          otherFiats: [...ofExchange].flatMap(([other, known]) => (other === fiat ? [] : known)),
          sideInRow: known.byId(exchange)?.sideInRow === true,
        }),
      )
      if (isSwapped(exchange, fiat) === wasSwapped) return null
      return wasSwapped ? 'believed' : 'exchanged'
    },
  }
}
