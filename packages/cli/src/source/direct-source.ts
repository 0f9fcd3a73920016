import { exchangeById, officialIds } from '@p2p-rates/core'
import { createDirectClient } from '@p2p-rates/sdk/direct'
import { usualExchanges } from '../exchange-names.js'
import { Failure } from '../failure.js'
import { everyone, type ProxyRules, proxyFor } from '../settings/proxies.js'
import type { Settings } from '../settings/settings.js'
import type { Source } from './source.js'

/** Enough for all exchanges with three pages a board and a pause between pages. */
const usualPatienceMs = 6_000

/** The exchanges themselves, asked on demand and judged here. */
export function openDirectSource(
  { exchangeUrls, proxies, timeoutMs }: Pick<Settings, 'exchangeUrls' | 'proxies' | 'timeoutMs'>,
  everySeconds = 30,
): Source {
  for (const id of [
    ...[...exchangeUrls.keys()].filter((id) => !officialIds.includes(id)),
    ...[proxies.called, ...proxies.kept].flatMap((rules) => [...rules.keys()]),
  ])
    if (id !== everyone && id !== 'server' && !usualExchanges.includes(id))
      throw new Failure('usage', `There is no exchange ${id} here.`, `One of ${usualExchanges.join(', ')}.`)
  const p2p = createDirectClient({
    exchangeUrls: Object.fromEntries([...exchangeUrls].filter(([id]) => !officialIds.includes(id))),
    officialUrls: Object.fromEntries([...exchangeUrls].filter(([id]) => officialIds.includes(id))),
    proxies: Object.fromEntries(usualExchanges.flatMap((id) => proxyOf(id, proxies, exchangeUrls))),
    cacheMs: everySeconds * 1000,
    maxWaitMs: timeoutMs ?? usualPatienceMs,
    logLevel: 'off',
    // With another address for every exchange, these are the user's own servers and need no pauses.
    pace: usualExchanges.every((id) => exchangeUrls.has(id)) ? { minIntervalMs: 0 } : {},
  })
  return { p2p, server: null, close: () => p2p.close() }
}

function proxyOf(id: string, rules: ProxyRules, exchangeUrls: ReadonlyMap<string, string>): [string, string][] {
  const address = exchangeUrls.get(id) ?? exchangeById(id)?.origin
  const proxy = address === undefined ? null : proxyFor(rules, id, address)
  return proxy === null ? [] : [[id, proxy]]
}
