import type { Ad, ExchangeId } from '@p2p-rates/core'
import { type Attack, attacks } from '@p2p-rates/simulator/testing'
import { attackScenarios } from './evaluate.js'
import {
  moved,
  onlyExchanges,
  repricing,
  rewritten,
  standingStill,
  withAds,
  withDearWallet,
  withExchange,
  withoutSide,
} from './market-changes.js'
import { createMarket, type MarketClass, type Scenario, type SimulatedMarket, venues } from './simulated-market.js'
import { fresh, good, marketOf, mixed, quiet, quietMarket, type Setting, type Situation } from './situation.js'
import { unforeseenSituations } from './unforeseen-situations.js'

const scene = (scenario: Scenario, changed: Partial<MarketClass> = {}): Situation => ({
  name: scenario.name,
  snapshots: ({ marketClass, ...setting }) => [
    createMarket({ ...setting, scenario, marketClass: { ...marketClass, ...changed } }),
  ],
})

const alone: readonly ExchangeId[] = venues.slice(0, 1)
const two: readonly ExchangeId[] = venues.slice(0, 2)

/** Buying costs 5 % less than selling brings, on one exchange and rail, as in Ukraine in 2026. */
const crossed = { halfSpread: -0.025 }
/** Sides too far apart for the opposite side to give protection. */
const wide = { halfSpread: 0.06 }

const crossedSituations: readonly Situation[] = [
  scene({ ...quiet, name: 'crossed' }, crossed),
  scene({ ...fresh, name: 'crossed, fresh 20 %' }, crossed),
  scene({ ...good, name: 'crossed, good 20 %' }, crossed),
  scene({ ...mixed, name: 'crossed, mixed 30 %' }, crossed),
]

const wideSituations: readonly Situation[] = [
  scene({ ...quiet, name: 'wide' }, wide),
  scene({ ...good, name: 'wide, good 20 %' }, wide),
  scene({ ...mixed, name: 'wide, mixed 30 %' }, wide),
]

const wallSituations = [0.01, 0.015, 0.02, 0.03].map((advantage) =>
  crowd(`wall ${100 * advantage} %`, attacks.wallAt(advantage), [10, 40]),
)
const sybilSituations = [0.015, 0.03].map((advantage) =>
  crowd(`sybils with records ${100 * advantage} %`, attacks.provenSybil(advantage), [20, 20]),
)

function crowd(name: string, attack: Attack, extra: readonly [number, number]): Situation {
  return {
    name,
    snapshots: (setting) => [
      marketOf({ name, attack, share: 0, exchanges: 1, extra: setting.random.integer(...extra) }, setting),
    ],
  }
}

/** One exchange shows its old ads while all others have moved, so that its asks look cheap. */
const frozenSituations = [0.02, 0.03].map(
  (move): Situation => ({
    name: `frozen, ${100 * move} % behind`,
    snapshots: (setting) => {
      const before = quietMarket(setting)
      const now = moved(before, 1 + move)
      return [before, withExchange(now, standingStill(before), 'okx')]
    },
  }),
)

/** Only one or two exchanges show the currency, so their own past must not hold their prices back. */
const lonelySituations = [
  ...[alone, two].flatMap((names) =>
    [1.08, 0.98].map(
      (factor): Situation => ({
        name: `${names.length === 1 ? 'one exchange' : 'two exchanges'}, jump to ${factor}`,
        snapshots: (setting) => {
          const before = onlyExchanges(quietMarket(setting), names)
          const after = moved(before, factor)
          return [...repeated(before, 5), ...repeated(after, 3)]
        },
      }),
    ),
  ),
  drift(alone),
  drift(two),
  {
    name: 'one exchange, bait came first',
    snapshots: (setting: Setting) => {
      const market = onlyExchanges(quietMarket(setting), alone)
      const bait = createMarket({ ...setting, scenario: { ...good, name: 'bait', share: 1 }, names: 'bait' })
      const first = firstAds(onlyExchanges(bait, alone), 1)
      return [...repeated(first, 3), ...repeated(joined(market, first), 12)]
    },
  } satisfies Situation,
]

function drift(names: readonly ExchangeId[]): Situation {
  return {
    name: `${names.length === 1 ? 'one exchange' : 'two exchanges'}, 20 looks of 1 %`,
    snapshots: (setting) => {
      const market = onlyExchanges(quietMarket(setting), names)
      return Array.from({ length: 20 }, (_, step) => moved(market, 1.01 ** step))
    },
  }
}

const scarceSituations: readonly Situation[] = [
  {
    name: 'one exchange',
    snapshots: (setting) => [onlyExchanges(quietMarket(setting), alone)],
  },
  ...(['good', 'stale', 'sybil', 'fresh'] as const).flatMap((attack) =>
    [
      { name: `one exchange, ${attack} 20 %`, share: 0.2 },
      { name: `one exchange, half ${attack}`, share: 0.5 },
    ].map(
      ({ name, share }): Situation => ({
        name,
        snapshots: (setting) => [onlyExchanges(marketOf({ ...fresh, attack: attacks[attack], share }, setting), alone)],
      }),
    ),
  ),
  {
    name: 'one side empty, good 20 %',
    snapshots: (setting) => [withoutSide(marketOf(good, setting), 'SELL')],
  },
]

/** A quarter of the advertisers reprice between looks, so the true price is unknown in the middle. */
const devaluationSituations = [1, 2].map(
  (look): Situation => ({
    name: `devaluation, ${look} quarter${look === 1 ? '' : 's'} in`,
    snapshots: (setting) => {
      const before = quietMarket(setting)
      return [before, ...Array.from({ length: look }, (_, step) => repricing(before, 1.08, (step + 1) / 4))]
    },
  }),
)

const three: readonly ExchangeId[] = venues.slice(0, 3)

/** Markets where little or nothing can contradict a price. */
const fewVoicesSituations: readonly Situation[] = [
  {
    name: 'one exchange, three zeros struck off the currency',
    snapshots: (setting) => {
      const after = onlyExchanges(quietMarket(setting), alone)
      return [...repeated(moved(after, 1000), 3), ...repeated(after, 3)]
    },
  },
  handful('three exchanges of three ads, good 20 %', three, 3),
  handful('six exchanges of one ad, good 20 %', venues, 1),
  {
    name: 'three exchanges, one 8 % ahead, not served',
    side: 'BUY',
    snapshots: (setting) => {
      const market = onlyExchanges(quietMarket(setting), three)
      const isAhead = ({ exchange, side }: Ad) => exchange === three[0] && side === 'BUY'
      return [
        rewritten(market, (ad, honest) =>
          isAhead(ad) ? { ad: { ...ad, price: ad.price * 0.92 }, honest: false } : { ad, honest },
        ),
      ]
    },
  },
  {
    name: 'half of all ads turn into good bait at once',
    snapshots: (setting) => [quietMarket(setting), marketOf({ ...good, share: 0.5 }, setting)],
  },
  {
    name: 'a wallet that pays 4.5 % more, asked for',
    side: 'SELL',
    method: 'Alipay',
    snapshots: (setting) => [withDearWallet(quietMarket(setting))],
  },
]

function handful(name: string, names: readonly ExchangeId[], adsOfBoard: number): Situation {
  return {
    name,
    snapshots: (setting) => [firstAds(onlyExchanges(marketOf(good, setting), names), adsOfBoard)],
  }
}

export const situations: readonly Situation[] = [
  ...attackScenarios.map((scenario) => scene(scenario)),
  ...crossedSituations,
  ...wideSituations,
  ...wallSituations,
  ...sybilSituations,
  ...frozenSituations,
  ...lonelySituations,
  ...scarceSituations,
  ...devaluationSituations,
  ...unforeseenSituations,
  ...fewVoicesSituations,
]

/** Situations in which false prices gain most; the baseline simulates more markets for them. */
export const hardest: ReadonlySet<string> = new Set([
  'crossed, good 20 %',
  'wide, good 20 %',
  'one side empty, good 20 %',
  'sybils with records 1.5 %',
  'dead rail, the living moved 2 %',
  'night, the bait of the day stays',
  'contagion, 10 % repriced',
  'capped 2 % ahead, not served',
  'three exchanges of three ads, good 20 %',
  'six exchanges of one ad, good 20 %',
])

const repeated = (market: SimulatedMarket, times: number): SimulatedMarket[] =>
  Array.from({ length: times }, () => market)

const firstAds = (market: SimulatedMarket, count: number): SimulatedMarket =>
  withAds(market, ({ ads }) => ads.slice(0, count))

const joined = (market: SimulatedMarket, other: SimulatedMarket): SimulatedMarket => ({
  ...withAds(market, ({ exchange, side, ads }) => [
    ...ads,
    ...other.boards.flatMap((board) => (board.exchange === exchange && board.side === side ? board.ads : [])),
  ]),
  truth: new Map([...market.truth, ...other.truth]),
})
