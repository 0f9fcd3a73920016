import { describe, expect, test } from 'vitest'
import { allTargets, type ProxyRules, proxyFor, readRules, withoutPassword } from './proxies.js'

const rules = (given: Partial<ProxyRules>): ProxyRules => ({
  fromOptions: new Map(),
  fromProfile: [],
  environment: {},
  ...given,
})
const binance = 'https://p2p.binance.com'
const server = 'https://p2p.example.com'
const here = 'http://127.0.0.1:8080'

test('an option wins over P2P_PROXY and the profile, those over HTTPS_PROXY', () => {
  const environment = { HTTPS_PROXY: 'http://env:1' }
  const fromProfile = [readRules('http://variable:1', ''), readRules('http://profile:1,okx=http://okx:1', '')]
  expect(proxyFor(rules({ environment }), 'binance', binance)).toBe('http://env:1')
  expect(proxyFor(rules({ environment, fromProfile }), 'binance', binance)).toBe('http://variable:1')
  expect(proxyFor(rules({ environment, fromProfile: fromProfile.slice(1) }), 'okx', binance)).toBe('http://okx:1')
  expect(proxyFor(rules({ environment, fromProfile: fromProfile.slice(1) }), 'binance', binance)).toBe(
    'http://profile:1',
  )
  const fromOptions = new Map([[allTargets, 'socks5://called:1']])
  expect(proxyFor(rules({ environment, fromProfile, fromOptions }), 'binance', binance)).toBe('socks5://called:1')
  expect(proxyFor(rules({ environment, fromProfile, fromOptions }), 'server', server)).toBe('socks5://called:1')
})

test('none goes without what would be used otherwise', () => {
  const environment = { HTTPS_PROXY: 'http://env:1' }
  expect(proxyFor(rules({ environment, fromOptions: new Map([[allTargets, 'none']]) }), 'okx', binance)).toBe(null)
  expect(proxyFor(rules({ environment, fromProfile: [readRules('okx=none', '')] }), 'okx', binance)).toBe(null)
  expect(proxyFor(rules({ environment, fromProfile: [readRules('okx=none', '')] }), 'bybit', binance)).toBe(
    'http://env:1',
  )
})

describe('variables that other programs obey', () => {
  test.each([
    [{ HTTPS_PROXY: 'http://upper:1' }, 'http://upper:1'],
    [{ https_proxy: 'http://lower:1' }, 'http://lower:1'],
    [{ Https_Proxy: 'http://mixed:1' }, 'http://mixed:1'],
    [{ HTTP_PROXY: 'http://plain:1' }, null],
    [{ ALL_PROXY: 'socks5h://all:1' }, 'socks5://all:1'],
    [{ HTTPS_PROXY: 'bare:3128' }, 'http://bare:3128'],
    [{ HTTPS_PROXY: '' }, null],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: '*' }, null],
    [{ HTTPS_PROXY: 'http://p:1', no_proxy: 'localhost,.binance.com' }, null],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'binance.com' }, null],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'p2p.binance.com:443' }, null],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'p2p.binance.com:8443' }, 'http://p:1'],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'nance.com' }, 'http://p:1'],
  ])('%j', (environment, proxy) => {
    expect(proxyFor(rules({ environment }), 'binance', binance)).toBe(proxy)
  })
})

test('this machine is reached straight, unless the call names a proxy for an exchange there', () => {
  const environment = { HTTP_PROXY: 'http://env:1', HTTPS_PROXY: 'http://env:1' }
  const fromProfile = [readRules('http://kept:1', '')]
  const fromOptions = new Map([[allTargets, 'http://called:1']])
  for (const address of [here, 'http://localhost:1', 'http://[::1]:1'])
    expect(proxyFor(rules({ environment, fromProfile }), 'okx', address)).toBe(null)
  expect(proxyFor(rules({ fromOptions }), 'server', here)).toBe(null)
  expect(proxyFor(rules({ fromOptions }), 'okx', here)).toBe('http://called:1')
  expect(proxyFor(rules({ fromOptions: new Map([['server', 'http://called:1']]) }), 'server', here)).toBe(
    'http://called:1',
  )
})

test('an invalid proxy is refused, and no password is shown', () => {
  expect(() => readRules('ftp://x', 'P2P_PROXY')).toThrow('P2P_PROXY is not a proxy address')
  expect(() => proxyFor(rules({ environment: { HTTPS_PROXY: 'ftp://x' } }), 'okx', binance)).toThrow('HTTPS_PROXY')
  expect(withoutPassword('okx=http://me:secret@h:1,socks5://you:too@h:2')).toBe(
    'okx=http://me:***@h:1,socks5://you:***@h:2',
  )
})
