import { createDirectClient } from '@p2p-rates/sdk/direct'
import { usualExchanges } from '../exchange-names.js'
import { Failure } from '../failure.js'
import { everyExchange, type Settings } from '../settings/settings.js'
import type { Source } from './source.js'

/** The exchanges themselves: asked when somebody wants to know, judged here. */
export function openDirectSource(
  { exchangeUrls, proxies }: Pick<Settings, 'exchangeUrls' | 'proxies'>,
  everySeconds = 30,
): Source {
  for (const id of [...exchangeUrls.keys(), ...proxies.keys()])
    if (id !== everyExchange && !usualExchanges.includes(id))
      throw new Failure('usage', `There is no exchange ${id} here.`, `One of ${usualExchanges.join(', ')}.`)
  const p2p = createDirectClient({
    exchangeUrls: Object.fromEntries(exchangeUrls),
    proxies: Object.fromEntries(usualExchanges.flatMap((id) => proxyOf(id, proxies))),
    cacheMs: everySeconds * 1000,
    logLevel: 'off',
    // Whoever gives every exchange another address asks servers of their own: they need no pauses.
    pace: usualExchanges.every((id) => exchangeUrls.has(id)) ? { minIntervalMs: 0 } : {},
  })
  return { p2p, server: null, close: () => p2p.close() }
}

const proxyOf = (exchange: string, proxies: ReadonlyMap<string, string>): [string, string][] => {
  const proxy = proxies.get(exchange) ?? proxies.get(everyExchange)
  return proxy === undefined ? [] : [[exchange, proxy]]
}
