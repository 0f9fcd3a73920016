import { readFileSync } from 'node:fs'
import type { Exchange, Exchanges } from '@p2p-rates/core'
import { type ExchangeKeys, rateSourceIds, readExchangeKeys } from '@p2p-rates/core/internal'
import { privateFileDefect } from '@p2p-rates/core/node'
import { DirectP2P } from '@p2p-rates/sdk/direct'
import { CliError, unknownExchange } from '../cli-error.js'
import { allTargets, type ProxyRules, proxyFor } from '../settings/proxies.js'
import type { Settings } from '../settings/settings.js'
import { foreign } from '../words/say.js'
import type { Source } from './source.js'

/** Enough for all exchanges with three pages a board and a pause between pages. */
const usualPatienceMs = 6_000

export type DirectSettings = Pick<Settings, 'exchangeUrls' | 'proxies' | 'exchangeKeysFile' | 'timeoutMs' | 'me'>

export function openDirectSource(
  { exchangeUrls, proxies, exchangeKeysFile, timeoutMs, me }: DirectSettings,
  exchanges: Exchanges,
  everySeconds = 30,
): Source {
  for (const id of [
    ...[...exchangeUrls.keys()].filter((id) => !rateSourceIds.includes(id)),
    ...[proxies.fromOptions, ...proxies.fromProfile].flatMap((rules) => [...rules.keys()]),
  ])
    if (id !== allTargets && id !== 'server' && !exchanges.ids.includes(id)) throw unknownExchange(id, exchanges.ids)
  const p2p = new DirectP2P({
    exchanges: exchanges.list,
    exchangeUrls: Object.fromEntries([...exchangeUrls].filter(([id]) => !rateSourceIds.includes(id))),
    officialUrls: Object.fromEntries([...exchangeUrls].filter(([id]) => rateSourceIds.includes(id))),
    proxies: Object.fromEntries(exchanges.list.flatMap((exchange) => proxyOf(exchange, proxies, exchangeUrls))),
    exchangeKeys: keysIn(exchangeKeysFile, exchanges),
    cacheMs: everySeconds * 1000,
    maxWaitMs: timeoutMs ?? usualPatienceMs,
    me,
    logLevel: 'off',
    // With another address for every exchange, these are the user's own servers and need no pauses.
    pace: exchanges.ids.every((id) => exchangeUrls.has(id)) ? { minIntervalMs: 0 } : {},
  })
  return { p2p, server: null, close: () => p2p.close() }
}

/** The keys of a file that its owner alone can read. */
export function keysIn(file: string | null, { list }: Exchanges): ExchangeKeys | undefined {
  if (file === null) return undefined
  const keys = privateFileDefect(file) ?? readExchangeKeys(readFileSync(file, 'utf8'), list)
  if (typeof keys === 'string') throw new CliError('usage', foreign(`P2P_EXCHANGE_KEYS_FILE ${keys}.`))
  return keys
}

function proxyOf(
  { id, origin }: Exchange,
  rules: ProxyRules,
  exchangeUrls: ReadonlyMap<string, string>,
): [string, string][] {
  const proxy = proxyFor(rules, id, exchangeUrls.get(id) ?? origin)
  return proxy === null ? [] : [[id, proxy]]
}
