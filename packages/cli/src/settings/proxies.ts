import { CliError } from '../cli-error.js'
import { say } from '../words/say.js'

type Environment = Readonly<Record<string, string | undefined>>
/** An address or `none`, by exchange id, for `server`, or for all under `everyone`. */
export type ProxyByTarget = ReadonlyMap<string, string>

export const allTargets = '*'
const none = 'none'

/** The rules for proxies. The first one that applies decides. */
export type ProxyRules = {
  /** `--proxy`, for this call alone. */
  readonly fromOptions: ProxyByTarget
  /** `P2P_PROXY`, then the profile. */
  readonly fromProfile: readonly ProxyByTarget[]
  readonly environment: Environment
}

/**
 * The proxy for one party at this address; `null` = none. This machine and the hosts of `NO_PROXY` are reached
 * directly, unless the call itself names a proxy for an exchange.
 */
export function proxyFor(
  { fromOptions, fromProfile, environment }: ProxyRules,
  who: string,
  address: string,
): string | null {
  const url = new URL(address)
  const isHere = isThisMachine(url.hostname)
  const wanted = fromOptions.get(who) ?? (who === 'server' && isHere ? undefined : fromOptions.get(allTargets))
  if (wanted !== undefined) return orNone(wanted)
  if (isHere || isExempt(url, variable(environment, 'NO_PROXY') ?? '')) return null
  for (const rules of fromProfile) {
    const rule = rules.get(who) ?? rules.get(allTargets)
    if (rule !== undefined) return orNone(rule)
  }
  return usualProxy(url, environment)
}

/** `[id=]URL`, or `none`: how one rule is written. */
export function readRule(text: string): readonly [string, string] | null {
  const [, who = allTargets, address = ''] = /^(?:(\w+)=)?(.+)$/.exec(text.trim()) ?? []
  return address === none || isProxy(address) ? [who, address] : null
}

export function readRules(text: string, from: string): ProxyByTarget {
  return new Map(
    text
      .split(',')
      .filter((rule) => rule.trim() !== '')
      .map((rule) => {
        const read = readRule(rule)
        if (read === null) throw new CliError('usage', notAnAddress(from), ruleForm())
        return read
      }),
  )
}

const notAnAddress = (name: string): string => say('{name} is not a proxy address.', { name })

export const ruleForm = (): string => say('Expected the form http://host:port or binance=socks5://host:port.')

export const withoutPassword = (text: string): string => text.replace(/(\/\/[^/@:,]*):[^/@,]*@/g, '$1:***@')

const isProxy = (text: string): boolean => /^(https?|socks5):\/\//.test(text) && URL.canParse(text)
const orNone = (rule: string): string | null => (rule === none ? null : rule)

/** The variables that other programs obey too. Many leave the scheme out. */
function usualProxy({ protocol }: URL, environment: Environment): string | null {
  const name = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
  const text = variable(environment, name) ?? variable(environment, 'ALL_PROXY')
  if (text === undefined) return null
  const address = (text.includes('://') ? text : `http://${text}`).replace(/^socks5?h?:/, 'socks5:')
  if (!isProxy(address)) throw new CliError('usage', notAnAddress(name), 'http://host:port')
  return address
}

/** A variable by its name in either case. An empty one does not count. */
const variable = (environment: Environment, name: string): string | undefined =>
  Object.entries(environment)
    .find(([key, value]) => key.toUpperCase() === name && value?.trim())?.[1]
    ?.trim()

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)

/** Hosts with everything below them, with or without a port; `*` means all. */
function isExempt({ hostname, port, protocol }: URL, list: string): boolean {
  const actualPort = port || (protocol === 'https:' ? '443' : '80')
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      const [, host = '', wantedPort = actualPort] = /^(?:\*?\.)?(.+?)(?::(\d+))?$/.exec(entry) ?? []
      if (entry === '*') return true
      return host !== '' && wantedPort === actualPort && (hostname === host || hostname.endsWith(`.${host}`))
    })
}
