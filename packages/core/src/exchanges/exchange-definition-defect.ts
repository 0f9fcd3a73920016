import { fiatNames } from '../currencies-and-sides.js'
import { rateSourceIds } from '../spot/spot-tickers.js'
import type { Exchange } from './define-exchange.js'

/**
 * Problem that prevents a value from being an exchange next to the existing ones; `null` if there is none. Use it for
 * values from an operator's file, which no compiler has checked. The text ends a sentence.
 */
export function exchangeDefect(value: unknown, beside: readonly Pick<Exchange, 'id' | 'name'>[]): string | null {
  if (typeof value !== 'object' || value === null) return 'it is no exchange: defineExchange({ ... }) makes one'
  const { id, name, origin, hosts, minIntervalMs, pageSize, maxPages, ...parts } = value as Partial<
    Record<string, unknown>
  >
  return (
    idDefect(id, beside) ??
    nameDefect(name, beside) ??
    originDefect(origin) ??
    hostsDefect(hosts) ??
    numberDefect('minIntervalMs', minIntervalMs, 250, 60_000) ??
    numberDefect('pageSize', pageSize, 1, 1_000) ??
    numberDefect('maxPages', maxPages, 1, 20) ??
    functionDefect(['request', 'rows', 'ad'], parts) ??
    schemaDefect(['page', 'row'], parts) ??
    functionDefect(
      ['refusal', 'more', 'acceptsRow'].filter((part) => parts[part] !== undefined),
      parts,
    ) ??
    flagDefect(['unordered', 'sideInRow', 'needsKey'], parts) ??
    dictionaryDefect(parts.dictionary) ??
    signedDefect(parts.signed, id) ??
    earlierDefect(parts.earlier, id)
  )
}

function idDefect(id: unknown, beside: readonly Pick<Exchange, 'id'>[]): string | null {
  if (typeof id !== 'string' || !/^[a-z][a-z0-9]{1,31}$/.test(id))
    return 'its id is not 2 to 32 small letters and digits, a letter first'
  if (takenWords.has(id)) return `its id ${id} is a word that means something else where exchanges are named`
  return beside.some((other) => other.id === id) ? `there is an exchange ${id} already: choose another id` : null
}

function nameDefect(name: unknown, beside: readonly Pick<Exchange, 'name'>[]): string | null {
  // Shown in pages, terminals and documents as it stands.
  if (typeof name !== 'string' || !/^[\p{L}\p{N}][\p{L}\p{N} .&+'-]{0,31}$/u.test(name) || name.endsWith(' '))
    return "its name is not 1 to 32 letters, digits, blanks and . & + - '"
  return beside.some((other) => other.name.toLowerCase() === name.toLowerCase())
    ? `there is an exchange named ${name} already`
    : null
}

/** A mirror, a simulator or a machine of one's own is named by the operator, in a setting. */
function originDefect(origin: unknown): string | null {
  if (typeof origin !== 'string' || !URL.canParse(origin))
    return 'its origin is no address like https://www.bazaar.example'
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(origin)
  if (protocol !== 'https:') return 'its origin does not begin with https://'
  if (username !== '' || password !== '') return 'its origin holds a user or a password'
  if (pathname !== '/' || search !== '' || hash !== '')
    return 'its origin goes on behind the host: paths belong to request'
  if (!isPublicHost(hostname))
    return `its origin is no public host: ${hostname}; an address of your own goes into P2P_EXCHANGE_URLS`
  return null
}

function hostsDefect(hosts: unknown): string | null {
  if (hosts === undefined) return null
  const isSound = Array.isArray(hosts) && hosts.length <= 8 && hosts.every((host) => isPublicHost(String(host)))
  return isSound ? null : 'its hosts are not a list of at most 8 public hosts like bazaar.example'
}

const isPublicHost = (host: string): boolean =>
  /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(host) && !/\.(local|localhost|internal)$/.test(host)

const numberDefect = (what: string, value: unknown, from: number, to: number): string | null =>
  Number.isInteger(value) && Number(value) >= from && Number(value) <= to
    ? null
    : `its ${what} is not a whole number from ${from} to ${to}`

type Parts = Readonly<Partial<Record<string, unknown>>>

function functionDefect(names: readonly string[], parts: Parts): string | null {
  const missing = names.find((name) => typeof parts[name] !== 'function')
  return missing === undefined ? null : `its ${missing} is no function`
}

function schemaDefect(names: readonly string[], parts: Parts): string | null {
  const missing = names.find((name) => typeof (parts[name] as Parts | null | undefined)?.safeParse !== 'function')
  return missing === undefined ? null : `its ${missing} is no schema: nothing there has a safeParse`
}

function flagDefect(names: readonly string[], parts: Parts): string | null {
  const odd = names.find((name) => parts[name] !== undefined && parts[name] !== true)
  return odd === undefined ? null : `its ${odd} is neither true nor left out`
}

function dictionaryDefect(dictionary: unknown): string | null {
  if (dictionary === undefined) return null
  const parts = (dictionary ?? {}) as Parts
  if (typeof parts.request !== 'function' || typeof parts.read !== 'function' || typeof parts.global !== 'boolean')
    return 'its dictionary lacks request, read or global'
  return null
}

function wireDefect(what: string, wire: unknown, id: unknown): string | null {
  const inner = exchangeDefect(wire, [])
  if (inner !== null) return `of ${what}: ${inner}`
  return (wire as Parts).id === id ? null : `${what} has another id`
}

function signedDefect(signed: unknown, id: unknown): string | null {
  if (signed === undefined) return null
  const { wire, signing, regions, rights } = (signed ?? {}) as Parts
  const inner = wireDefect('its signed wire', wire, id)
  if (inner !== null) return inner
  const scheme = (signing ?? {}) as Parts
  const { plain, hash, encoding, text, headers } = scheme
  const isKnown = ['sha256', 'sha512'].includes(String(hash)) && ['hex', 'base64'].includes(String(encoding))
  if (typeof headers !== 'function' || (plain === undefined && (!isKnown || typeof text !== 'function')))
    return 'its signing lacks hash, encoding, text or headers'
  const odd = flagDefect(['passphrase', 'plain'], scheme)
  if (odd !== null) return `of its signing: ${odd}`
  if (scheme.query !== undefined && typeof scheme.query !== 'function')
    return 'of its signing: its query is no function'
  if (
    regions !== undefined &&
    !(regions instanceof Map && [...regions.values()].every((at) => originDefect(at) === null))
  )
    return 'its regions are no Map of addresses like https://api.bazaar.example'
  const { request, readsOnly } = (rights ?? {}) as Parts
  if (rights !== undefined && (typeof request !== 'object' || typeof readsOnly !== 'function'))
    return 'its rights lack request or readsOnly'
  return null
}

function earlierDefect(earlier: unknown, id: unknown): string | null {
  if (earlier === undefined) return null
  if (!Array.isArray(earlier)) return 'its earlier is no list'
  for (const entry of earlier) {
    const { until, wire } = (entry ?? {}) as Parts
    if (typeof until !== 'string' || !/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(until) || Number.isNaN(Date.parse(until)))
      return 'its earlier names no day like 2026-12-01'
    const inner = wireDefect(`its wire until ${until}`, wire, id)
    if (inner !== null) return inner
  }
  return null
}

/** Words with another meaning where exchanges are named: series, servers, sides, currencies, sources of dollar rates. */
const takenWords: ReadonlySet<string> = new Set([
  ...['best', 'index', 'all', 'any', 'every', 'server', 'none', 'buy', 'sell', 'usdt', 'constructor'],
  ...Object.keys(fiatNames).map((fiat) => fiat.toLowerCase()),
  ...rateSourceIds,
])
