import { exchangeById } from '@p2p-rates/core'
import { createDirectClient } from '@p2p-rates/sdk/direct'
import { usualExchanges } from '../exchange-names.js'
import { Failure } from '../failure.js'
import { everyone, type ProxyRules, proxyFor } from '../settings/proxies.js'
import type { Settings } from '../settings/settings.js'
import type { Source } from './source.js'

/** Six boards of three pages each, a pause between pages, and some patience. */
const usualPatienceMs = 6_000

/** The exchanges themselves: asked when somebody wants to know, judged here. */
export function openDirectSource(
  { exchangeUrls, proxies, timeoutMs }: Pick<Settings, 'exchangeUrls' | 'proxies' | 'timeoutMs'>,
  everySeconds = 30,
): Source {
  for (const id of [...exchangeUrls.keys(), ...[proxies.called, ...proxies.kept].flatMap((rules) => [...rules.keys()])])
    if (id !== everyone && id !== 'server' && !usualExchanges.includes(id))
      throw new Failure('usage', `There is no exchange ${id} here.`, `One of ${usualExchanges.join(', ')}.`)
  const p2p = createDirectClient({
    exchangeUrls: Object.fromEntries(exchangeUrls),
    proxies: Object.fromEntries(usualExchanges.flatMap((id) => proxyOf(id, proxies, exchangeUrls))),
    cacheMs: everySeconds * 1000,
    maxWaitMs: timeoutMs ?? usualPatienceMs,
    logLevel: 'off',
    // Whoever gives every exchange another address asks servers of their own: they need no pauses.
    pace: usualExchanges.every((id) => exchangeUrls.has(id)) ? { minIntervalMs: 0 } : {},
  })
  return { p2p, server: null, close: () => p2p.close() }
}

function proxyOf(id: string, rules: ProxyRules, exchangeUrls: ReadonlyMap<string, string>): [string, string][] {
  const address = exchangeUrls.get(id) ?? exchangeById(id)?.origin
  const proxy = address === undefined ? null : proxyFor(rules, id, address)
  return proxy === null ? [] : [[id, proxy]]
}
