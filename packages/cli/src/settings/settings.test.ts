import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readAddresses } from './parse-profile-values.js'
import type { Profile } from './profiles.js'
import { type GlobalOptions, readSettings } from './settings.js'

const settings = async (
  options: GlobalOptions,
  environment: Readonly<Record<string, string>> = {},
  profiles: Readonly<Record<string, Profile>> = {},
) => {
  const home = mkdtempSync(join(tmpdir(), 'p2p-settings-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  mkdirSync(join(home, 'p2p'))
  writeFileSync(join(home, 'p2p', 'profiles.json'), JSON.stringify({ current: 'default', profiles }))
  return readSettings(options, { XDG_CONFIG_HOME: home, ...environment })
}

const remembered = { default: { server: 'https://mine.example', key: 'p2p_mine', fiat: 'EUR', timeout: '5' } }

describe('the server', () => {
  test('is that of the option, then of the environment, then of the profile, else none', async () => {
    const environment = { P2P_BASE_URL: 'https://env.example' }
    const option = { server: 'https://option.example' }
    expect(await settings(option, environment, remembered)).toMatchObject({ server: 'https://option.example' })
    expect(await settings({}, environment, remembered)).toMatchObject({ server: 'https://env.example' })
    expect(await settings({}, { P2P_BASE_URL: '' }, remembered)).toMatchObject({ server: 'https://mine.example' })
    expect(await settings({})).toMatchObject({ server: null, key: null, profile: 'default', timeoutMs: null })
  })

  test('is left aside when the exchanges are asked directly', async () => {
    expect(await settings({ direct: true }, {}, remembered)).toMatchObject({ server: null })
    const exchangeUrl = new Map([['okx', 'http://127.0.0.1:8080']])
    expect(await settings({ exchangeUrl }, {}, remembered)).toMatchObject({ server: null, exchangeUrls: exchangeUrl })
    await expect(settings({ direct: true, server: 'https://one.example' })).rejects.toMatchObject({ exitCode: 2 })
  })
})

test('the address of each exchange is that of the option, then of the variable that p2p serve reads, then of the profile', async () => {
  const profiles = { default: { 'exchange-url': 'okx=http://profile' } }
  const environment = { P2P_EXCHANGE_URLS: 'binance=http://127.0.0.1:1,nbu=http://127.0.0.1:2' }
  const urls = async (options: GlobalOptions, variables = {}) => [
    ...(await settings(options, variables, profiles)).exchangeUrls,
  ]
  const others = [
    ['binance', 'http://127.0.0.1:1'],
    ['nbu', 'http://127.0.0.1:2'],
  ]
  const option = { exchangeUrl: new Map([['okx', 'http://option']]) }
  expect(await urls(option, environment)).toEqual([['okx', 'http://option'], ...others])
  expect(await urls(option, { P2P_EXCHANGE_URLS: 'okx=http://variable' })).toEqual([['okx', 'http://option']])
  expect(await urls({}, { P2P_EXCHANGE_URLS: 'okx=http://variable' })).toEqual([['okx', 'http://variable']])
  expect(await urls({}, environment)).toEqual([['okx', 'http://profile'], ...others])
  expect(await urls({}, { P2P_EXCHANGE_URLS: '' })).toEqual([['okx', 'http://profile']])
})

describe('a key', () => {
  test('goes only to the server that it was remembered for', async () => {
    expect(await settings({}, {}, remembered)).toMatchObject({ key: 'p2p_mine' })
    expect(await settings({ server: 'https://mine.example' }, {}, remembered)).toMatchObject({ key: 'p2p_mine' })
    expect(await settings({ server: 'https://other.example' }, {}, remembered)).toMatchObject({ key: null })
    expect(await settings({}, { P2P_BASE_URL: 'https://other.example' }, remembered)).toMatchObject({ key: null })
  })

  test('that is named goes wherever it is sent, the option before the environment', async () => {
    const environment = { P2P_API_KEY: 'p2p_env', P2P_BASE_URL: 'https://other.example' }
    expect(await settings({}, environment, remembered)).toMatchObject({ key: 'p2p_env' })
    expect(await settings({ key: 'p2p_option' }, environment, remembered)).toMatchObject({ key: 'p2p_option' })
  })
})

describe('a profile', () => {
  test('is chosen by option or environment, and must exist then', async () => {
    const profiles = { ...remembered, work: { server: 'https://work.example' } }
    expect(await settings({ profile: 'work' }, {}, profiles)).toMatchObject({ server: 'https://work.example' })
    expect(await settings({}, { P2P_PROFILE: 'work' }, profiles)).toMatchObject({ profile: 'work', key: null })
    for (const profile of ['home', '__proto__', 'constructor'])
      await expect(settings({ profile }, {}, profiles)).rejects.toMatchObject({ exitCode: 2 })
  })

  test('gives way in its time limit to environment and option, which are seconds', async () => {
    expect(await settings({}, {}, remembered)).toMatchObject({ timeoutMs: 5_000, fiat: 'EUR' })
    expect(await settings({}, { P2P_TIMEOUT: '0.5' }, remembered)).toMatchObject({ timeoutMs: 500 })
    expect(await settings({ timeout: 9 }, { P2P_TIMEOUT: '0.5' }, remembered)).toMatchObject({ timeoutMs: 9_000 })
    await expect(settings({}, { P2P_TIMEOUT: 'soon' })).rejects.toMatchObject({ exitCode: 2 })
  })
})

test('saved addresses are several rules, and a broken one is reported', () => {
  expect([...readAddresses(' okx=https://a.example , bybit=http://b.example,', 'exchange-url')]).toEqual([
    ['okx', 'https://a.example'],
    ['bybit', 'http://b.example'],
  ])
  expect(readAddresses('', 'exchange-url').size).toBe(0)
  expect(() => readAddresses('okx=https://a.example,nonsense', 'exchange-url')).toThrow('must have the form')
})
