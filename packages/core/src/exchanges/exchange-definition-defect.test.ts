import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkEach } from '../testing/check-each.js'
import { plainExchange } from '../testing/plain-exchange.js'
import { everyExchange } from './all.js'
import { exchangeDefect } from './exchange-definition-defect.js'

const bazaar = plainExchange('bazaar', { name: 'Bazaar', origin: 'https://www.bazaar.com', minIntervalMs: 1_000 })
const { dictionary: _, ...whole } = bazaar
const defectWith = (changes: object) => exchangeDefect({ ...whole, ...changes }, everyExchange)

test('every exchange of ours, and one that is made like them, has none', () => {
  expect(exchangeDefect(bazaar, everyExchange)).toBeNull()
  for (const exchange of everyExchange) expect(exchangeDefect(exchange, [])).toBeNull()
})

test('a file without an exchange gets the list of required parts', () => {
  for (const value of [undefined, null, 1, 'bazaar', () => bazaar])
    expect(exchangeDefect(value, [])).toContain('defineExchange')
})

test('each bad part is named', () =>
  checkEach(
    [
      ['id', ['', 'B', 'Bazaar', 'ba zaar', 'x'.repeat(33), '1st', '__proto__', undefined], 'its id is not 2 to 32'],
      ['id', ['binance', 'htx'], 'already: choose another id'],
      ['id', ['best', 'index', 'all', 'server', 'buy', 'usdt', 'uah', 'ecb', 'constructor'], 'means something else'],
      ['name', ['', ' ', '<b>', 'a\u001b[2Jb', 'x'.repeat(33), 'Bazaar ', 7], 'its name is not'],
      ['name', ['Binance', 'BYBIT'], 'already'],
      ['origin', ['', 'www.bazaar.com', 7, '//bazaar.com'], 'no address like'],
      [
        'origin',
        ['http://www.bazaar.com', 'file:///etc/passwd', 'javascript:alert(1)'],
        'does not begin with https://',
      ],
      ['origin', ['https://me:secret@bazaar.com', 'https://me@bazaar.com'], 'a user or a password'],
      [
        'origin',
        ['https://bazaar.com/p2p', 'https://bazaar.com/?a=1', 'https://bazaar.com/#a'],
        'goes on behind the host',
      ],
      [
        'origin',
        [
          'https://127.0.0.1',
          'https://0x7f.1',
          'https://[::1]',
          'https://169.254.169.254',
          'https://localhost',
          'https://printer.local',
          'https://metadata.google.internal',
          'https://bazaar',
          'https://bazaar.com.',
        ],
        'no public host',
      ],
      [
        'hosts',
        ['bazaar.example', [7], ['localhost'], ['127.0.0.1'], ['https://a.example'], null],
        'its hosts are not',
      ],
      ['minIntervalMs', [0, 249, 60_001, 1.5, '800', Number.NaN], 'its minIntervalMs is not a whole number from 250'],
      ['pageSize', [0, 1_001, null], 'its pageSize is not'],
      ['maxPages', [0, 21, Number.POSITIVE_INFINITY], 'its maxPages is not'],
      ['request', [undefined, 'GET /'], 'its request is no function'],
      ['rows', [undefined, []], 'its rows is no function'],
      ['ad', [undefined, {}], 'its ad is no function'],
      ['page', [undefined, null, {}, /x/], 'its page is no schema'],
      ['row', [undefined, { safeParse: true }], 'its row is no schema'],
      ['refusal', [null, 'no'], 'its refusal is no function'],
      ['more', [true], 'its more is no function'],
      ['acceptsRow', [1], 'its acceptsRow is no function'],
      ['unordered', [false, 'yes'], 'its unordered is neither true'],
      ['sideInRow', [0], 'its sideInRow is neither true'],
      ['dictionary', [null, {}, { request: () => null, read: () => null }], 'its dictionary lacks'],
    ] as const,
    ([part, values, words]) => {
      for (const value of values) expect(defectWith({ [part]: value })).toContain(words)
    },
  ))

test('a schema of any library will do', () => {
  const row = { safeParse: (input: unknown) => z.object({}).safeParse(input) }
  expect(defectWith({ row })).toBeNull()
})

test('earlier definitions are looked at as the present one is', () => {
  const earlier = (until: unknown, changes: object = {}) =>
    defectWith({ earlier: [{ until, wire: { ...whole, ...changes } }] })
  expect(earlier('2026-12-01')).toBeNull()
  expect(earlier('2026-12-01T09:30:00Z')).toBeNull()
  for (const until of [undefined, 7, 'yesterday', '2026-13-01']) expect(earlier(until)).toContain('names no day')
  expect(earlier('2026-12-01', { id: 'other' })).toBe('its wire until 2026-12-01 has another id')
  expect(earlier('2026-12-01', { rows: 1 })).toBe('of its wire until 2026-12-01: its rows is no function')
  expect(defectWith({ earlier: {} })).toBe('its earlier is no list')
})

test('a signed wire is looked at as the open one is', () => {
  const { signed } = everyExchange.find(({ id }) => id === 'bybit') ?? {}
  const own = { ...signed, wire: { ...signed?.wire, id: 'bazaar' } }
  expect(defectWith({ signed: own })).toBeNull()
  expect(defectWith({ signed })).toBe('its signed wire has another id')
  expect(defectWith({ signed: { ...own, wire: { ...own.wire, origin: 'http://api.bazaar.com' } } })).toContain(
    'of its signed wire: its origin does not begin with https://',
  )
  for (const signing of [undefined, {}, { ...signed?.signing, hash: 'md5' }, { ...signed?.signing, text: 'time' }])
    expect(defectWith({ signed: { ...own, signing } })).toContain('its signing lacks')
  const withPhrase = (passphrase: unknown) => ({ ...own, signing: { ...signed?.signing, passphrase } })
  expect(defectWith({ signed: withPhrase(true) })).toBeNull()
  expect(defectWith({ signed: withPhrase('yes') })).toBe('of its signing: its passphrase is neither true nor left out')
  const plain = { plain: true, headers: () => ({}) }
  expect(defectWith({ signed: { ...own, signing: plain } })).toBeNull()
  expect(defectWith({ signed: { ...own, signing: { ...plain, plain: 'yes' } } })).toBe(
    'of its signing: its plain is neither true nor left out',
  )
  expect(defectWith({ signed: { ...own, signing: { ...signed?.signing, query: 'time' } } })).toContain(
    'its query is no function',
  )
  for (const regions of [{}, new Map([['kz', 'http://api.bazaar.com']])])
    expect(defectWith({ signed: { ...own, regions } })).toContain('its regions are no Map')
  expect(defectWith({ signed: { ...own, rights: {} } })).toContain('its rights lack')
  expect(defectWith({ signed: null })).toContain('of its signed wire')
})
