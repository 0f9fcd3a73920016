import { type Ad, judgeFiltered, judgeMarket } from '@p2p-rates/core'
import { boardKey, railPrices } from '@p2p-rates/core/internal'
import { attacks } from '@p2p-rates/simulator/testing'
import type { Trial } from './evaluate.js'
import { atMost, type Check, sharesOf } from './figure-checks.js'
import { moved, onTwoRails, withAds, withDearWallet, withExchange, withSidesSwapped } from './market-changes.js'
import { ourMethod, oursRemembering } from './our-method.js'
import { priceErrors, trueBest } from './price-errors.js'
import { createScoreCard } from './score-card.js'
import { createMarket, type MarketClass, type Scenario, type SimulatedMarket } from './simulated-market.js'
import { mean, randomAt, share } from './statistics.js'

export const specialMarketChecks = (marketClass: MarketClass, trial: Trial): readonly Check[] => [
  besideWalls(marketClass, trial),
  besideSwappedSides(marketClass, trial),
  frozenExchange(marketClass, trial),
  devaluation(marketClass, trial),
  twoRails(marketClass, trial),
  ...dearWallet(marketClass, trial),
]

const besideWalls = (marketClass: MarketClass, trial: Trial): Check => {
  const card = createScoreCard(ourMethod, marketClass)
  const scenario = { name: 'walls', attack: attacks.wall, share: 0.25, exchanges: 2 }
  for (const market of markets(marketClass, scenario, trial)) card.add(market)
  const { lieRate } = card.figures()
  return sharesOf(marketClass.name).most(lies[marketClass.name], 'lie rate beside walls at a price cap', lieRate)
}

/** An exchange that swaps its sides is held out elsewhere; here it must not disturb the five others. */
const besideSwappedSides = (marketClass: MarketClass, trial: Trial): Check => {
  const errors = markets(marketClass, quiet('swapped sides'), trial).flatMap((market) => {
    const swapped = withSidesSwapped(market, broken)
    return priceErrors(ourMethod.quote(swapped), swapped).filter(({ exchange }) => exchange !== broken)
  })
  const lied = errors.filter(({ bps }) => bps !== null && bps > marketClass.lieBps)
  const lieRate = share(lied.length, errors.length)
  return sharesOf(marketClass.name).most(
    lies[marketClass.name],
    'lie rate of five beside one with swapped sides',
    lieRate,
  )
}

/** One exchange keeps its old asks while the market rises by 8 %: it must not show a best price. */
const frozenExchange = (marketClass: MarketClass, trial: Trial): Check => {
  const fooled = markets(marketClass, quiet('frozen'), trial).filter((market) => {
    const living = moved(market, devalued)
    const quote = ourMethod.quote(withExchange(living, market, broken)).get(`${broken}:BUY`)
    return quote !== undefined && quote.price !== null
  })
  const outliving = share(fooled.length, trial.markets)
  return sharesOf(marketClass.name).most(outlives[marketClass.name], 'a frozen ask outlives a move of 8 %', outliving)
}

/** A third of the advertisers reprices in every cycle; after three of them the price must be the new one. */
const devaluation = (marketClass: MarketClass, trial: Trial): Check => {
  const sizes = markets(marketClass, quiet('devaluation'), trial).flatMap((market) => {
    const remembering = oursRemembering()
    remembering.quote(market)
    for (const repriced of [1 / 3, 2 / 3]) remembering.quote(moved(market, devalued, repriced))
    const now = moved(market, devalued)
    return priceErrors(remembering.quote(now), now).flatMap(({ bps }) => (bps === null ? [] : [Math.abs(bps)]))
  })
  const followed = { thick: 3, mid: 20, thin: 60 }[marketClass.name]
  return atMost(followed, 'bps', `${marketClass.name}: error three cycles after a devaluation of 8 %`, mean(sizes) ?? 0)
}

/** Half of the bids pay 8 % more, but only through a wallet that no ask accepts. The banks must keep their price. */
const twoRails = (marketClass: MarketClass, trial: Trial): Check => {
  const quotes = markets(marketClass, quiet('rails'), trial).flatMap((market) => {
    const parted = onTwoRails(market)
    return [...ourMethod.quote(parted)].filter(([key]) => key.endsWith(':BUY')).map(([, quote]) => quote)
  })
  const priced = quotes.filter(({ price }) => price !== null).length
  const kept = share(priced, quotes.length)
  return sharesOf(marketClass.name).least(
    keptByAsks[marketClass.name],
    'asks keep a price when bids part by rails',
    kept,
  )
}

/**
 * Some bids pay more through a wallet: requested by its users, it has a price, and `railPrices` shows that it differs.
 */
const dearWallet = (marketClass: MarketClass, trial: Trial): readonly Check[] => {
  let [offers, priced, parted, results] = [0, 0, 0, 0]
  for (const market of markets(marketClass, quiet('wallet'), trial)) {
    const apart = withDearWallet(market)
    const onWallet = (ad: Ad) => ad.paymentMethods.includes('Alipay')
    const judged = judgeMarket('UAH', apart.boards)
    const wallet = judgeFiltered(judged, onWallet)
    const honest = trueBest(withAds(apart, ({ ads }) => ads.filter(onWallet)))
    for (const board of wallet.boards.filter(({ side }) => side === 'SELL')) {
      if (!honest.has(boardKey(board.exchange, 'SELL'))) continue
      offers += 1
      if (board.ads.some(({ eligible }) => eligible)) priced += 1
    }
    parted += 1
    if (railPrices(judged).SELL.some(({ methods }) => methods.includes('Alipay'))) results += 1
  }
  const { name } = marketClass
  const { least } = sharesOf(name)
  return [
    least(walletPriced[name], 'a dear wallet has a price for its users', share(priced, offers)),
    least(walletResults[name], 'rails 4.5 % apart are told apart', share(results, parted)),
  ]
}

const walletPriced = { thick: 0.98, mid: 0.95, thin: 0.8 } as const
/** Thin boards lie wider than these rails lie apart. */
const walletResults = { thick: 0.98, mid: 0.9, thin: 0 } as const

const markets = (marketClass: MarketClass, scenario: Scenario, trial: Trial): readonly SimulatedMarket[] =>
  Array.from({ length: trial.markets }, (_, index) => {
    const random = randomAt(trial.seed, `${marketClass.name} ${scenario.name} ${index}`)
    return createMarket({ marketClass, scenario, random, draw: trial.draw })
  })

const quiet = (name: string): Scenario => ({ name, attack: attacks.fresh, share: 0, exchanges: 0 })

/**
 * Allowed share of surviving old asks. Where honest prices scatter, the highest old asks lie within the gate of the new
 * market.
 */
const outlives = { thick: 0.02, mid: 0.2, thin: 0.4 } as const
/** A thin board may hold nothing but tiny, huge and doubtful ads. */
const keptByAsks = { thick: 0.99, mid: 0.99, thin: 0.9 } as const
const lies = { thick: 0.005, mid: 0.02, thin: 0.05 } as const
const broken = 'okx'
const devalued = 1.08
