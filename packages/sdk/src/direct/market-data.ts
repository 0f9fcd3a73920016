import type { ErrorResponse, MarketData } from '@p2p-rates/contract'
import { type ExchangeId, type Exchanges, type Fault, normalRules } from '@p2p-rates/core'
import { judgeFor } from '@p2p-rates/core/internal'
import { APIConnectionError } from '@p2p-rates/sdk'
import type { Snapshot } from './market-cache.js'

type NameOf = Exchanges['nameOf']

export const toMarketData = (snapshot: Snapshot, nameOf: NameOf): MarketData => ({
  fiat: snapshot.fiat,
  market: snapshot.market,
  rates: snapshot.rates,
  rules: normalRules,
  paying: [],
  isSimulated: snapshot.simulated,
  ofMethods: (methods, caller = normalRules.caller) => judgeFor(snapshot.market, { caller, methods }),
  expected: () => [...new Set(snapshot.outcomes.flatMap((one) => (isUntraded(one) ? [] : one.exchange)))],
  isUntraded: (exchange) => snapshot.outcomes.some((one) => one.exchange === exchange && isUntraded(one)),
  unavailable: (exchange) => unavailable(snapshot, nameOf, exchange),
})

const isUntraded = ({ reading }: Snapshot['outcomes'][number]): boolean =>
  reading.state === 'failed' && reading.fault.kind === 'no_market'

/** Error that names the failed exchanges with reasons, each reason once. Throws if there is no connection at all. */
function unavailable({ fiat, outcomes }: Snapshot, nameOf: NameOf, exchange?: ExchangeId): ErrorResponse {
  const whoByReason = new Map<string, Set<ExchangeId>>()
  for (const { exchange: id, reading } of outcomes)
    if (reading.state === 'failed' && id === (exchange ?? id)) {
      const { message } = reading.fault
      whoByReason.set(message, (whoByReason.get(message) ?? new Set()).add(id))
    }
  const asked = new Set(outcomes.map(({ exchange: id }) => id))
  const reasons = [...whoByReason].map(([reason, who]) => {
    const names = namesOf(who, asked, nameOf)
    return reason.startsWith(`${names} `) ? reason : `${names}: ${reason}`
  })
  const message = [`There are no reliable prices for ${fiat} at the moment.`, ...reasons].join(' ')
  if (outcomes.every(({ reading }) => reading.state === 'failed' && isUnconnected(reading.fault)))
    throw new APIConnectionError(message)
  return { code: 'data_unavailable', message }
}

const isUnconnected = ({ kind }: Fault): boolean => kind === 'dns' || kind === 'network' || kind === 'tls'

const namesOf = (who: ReadonlySet<ExchangeId>, asked: ReadonlySet<ExchangeId>, nameOf: NameOf): string =>
  who.size === asked.size && who.size > 1 ? `All ${who.size} exchanges` : [...who].map(nameOf).join(', ')
