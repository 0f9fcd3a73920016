import {
  daysAsked,
  fixingInputs,
  fixings,
  index,
  indexOfAll,
  premium,
  toFixingInputsResponse,
  toFixingsResponse,
  toIndexResponse,
  toPremiumResponse,
} from '@p2p-rates/contract'
import { type Fiat, marketIndex } from '@p2p-rates/core'
import { readIndexPoint, slotOf } from '@p2p-rates/core/internal'
import { ApiError } from '../../base/errors/api-error.js'
import { dayMs, utcDay } from '../../base/time/calendar.js'
import type { Clock } from '../../base/time/clock.js'
import type { HistoryCache } from '../../history/history-cache.js'
import { contentOf, type FixingStore } from '../../history/history-stores.js'
import type { CurrentOfficialRate, OfficialRateStore } from '../../ingest/central-banks/official-rate-store.js'
import type { CurrentUsdtUsd } from '../../market/usdt-usd-notes.js'
import { handle, periodVersion } from '../route-handler.js'
import type { CurrentMarket } from './current-market.js'
import { pointInSlot } from './past-prices.js'

export const indexEndpoint = (
  currentMarket: CurrentMarket,
  historyCache: HistoryCache,
  references: { readonly official: CurrentOfficialRate; readonly usdtUsd: CurrentUsdtUsd },
  isSimulated: () => boolean,
) =>
  handle(
    index,
    async ({ query: { fiat } }) => {
      const found = marketIndex(currentMarket.snapshot(fiat).market)
      if (found === null) throw currentMarket.unavailable(fiat)
      const dayAgo = await indexAt(historyCache, fiat, currentMarket.wallMs() - dayMs)
      const [official, usdtUsd] = await Promise.all([references.official(fiat), references.usdtUsd()])
      return { answer: toIndexResponse({ fiat, index: found, dayAgo, official, usdtUsd, isSimulated: isSimulated() }) }
    },
    ({ fiat }) => currentMarket.version(fiat),
  )

export async function indexAt(historyCache: HistoryCache, fiat: Fiat, atMs: number): Promise<number | null> {
  const point = await pointInSlot(historyCache, { fiat, exchange: indexOfAll }, slotOf(atMs))
  return point && (readIndexPoint(point)?.value ?? null)
}

export const fixingsEndpoint = (store: Pick<FixingStore, 'readFixings'>, clock: Clock) =>
  handle(
    fixings,
    async ({ query: { fiat, from, to } }) => {
      const span = daysAsked({ from, to }, clock.wallMs())
      const links = await store.readFixings(fiat, span.from, span.to)
      const told = links.map((link) => ({ content: contentOf(link), digest: link.digest }))
      return { answer: toFixingsResponse({ fiat, span, links: told }) }
    },
    () => periodVersion(clock, 60_000),
  )

export const fixingInputsEndpoint = (store: Pick<FixingStore, 'readFixings' | 'readInputs'>) =>
  handle(fixingInputs, async ({ params: { fiat, day } }) => {
    const contents = (await store.readFixings(fiat, day, day)).map(contentOf)
    const { number = 0, inputs_digest = null } = contents.find((content) => content.inputs_digest) ?? {}
    const inputs = await store.readInputs(fiat, number)
    if (inputs === null || inputs_digest === null)
      throw new ApiError({ code: 'not_found', message: `There is no fixing of ${fiat} with inputs for ${day}.` })
    return { answer: toFixingInputsResponse({ fiat, day, number, inputs, inputs_digest }) }
  })

/** The longest time for which the last rate of a bank stands. */
const holidayDays = 14

export const premiumEndpoint = (
  fixings: Pick<FixingStore, 'readFixings'>,
  officials: Pick<OfficialRateStore, 'readRates'>,
  clock: Clock,
) =>
  handle(
    premium,
    async ({ query: { fiat, from, to } }) => {
      const span = daysAsked({ from, to }, clock.wallMs())
      const before = utcDay(Date.parse(span.from) - holidayDays * dayMs)
      const [links, rates] = await Promise.all([
        fixings.readFixings(fiat, span.from, span.to),
        officials.readRates(fiat, before, span.to),
      ])
      return { answer: toPremiumResponse({ fiat, span, fixed: links.map(contentOf), rates }) }
    },
    () => periodVersion(clock, 60_000),
  )
