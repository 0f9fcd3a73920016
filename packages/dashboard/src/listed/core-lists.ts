import { everyExchange, exchangeIds, type Fiat, fiats, homeCountries } from '@p2p-rates/core'

/** The core's lists. The build writes them out, so that pages know names without loading the exchanges. */
export const coreLists: {
  /** Those that are asked by default, in the usual order. */
  readonly exchangeIds: readonly string[]
  /** All that the core knows. */
  readonly exchangeNames: Readonly<Record<string, string>>
  readonly fiats: readonly Fiat[]
  /** Countries by currency, to tell the payment methods that are at home there. */
  readonly homeCountries: Readonly<Record<string, readonly string[]>>
} = {
  exchangeIds,
  exchangeNames: Object.fromEntries(everyExchange.map(({ id, name }) => [id, name])),
  fiats,
  homeCountries: Object.fromEntries(
    [...homeCountries].filter(([fiat]) => fiats.some((one) => one === fiat)).map(([fiat, at]) => [fiat, [...at]]),
  ),
}
