import { exchangeIds } from '@p2p-rates/core'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listedExchanges } from '../listed-exchanges.js'
import { latinWordsIn } from '../testing/latin-words.js'
import { directTo, makeHome, runnerIn, windowRunnerIn } from '../testing/run-p2p.js'
import { setLanguage } from './say.js'

const { home, remove } = makeHome()
const p2p = runnerIn(home)
const onTerminal = windowRunnerIn(home)
let server: TestServer
let env: Record<string, string>

beforeAll(async () => {
  server = await startServer({ fiats: ['UAH', 'EUR'], historyDays: 8 })
  env = { P2P_BASE_URL: server.url, P2P_API_KEY: server.keys.Pro, P2P_LANG: 'uk' }
})
afterAll(async () => {
  await server.stop()
  await setLanguage('en')
  remove()
})

/** Names of people, banks and plans in an answer. */
function namesIn(answer: unknown, key = ''): readonly string[] {
  if (Array.isArray(answer)) return answer.flatMap((one) => namesIn(one, key))
  if (typeof answer === 'object' && answer !== null)
    return Object.entries(answer).flatMap(([name, value]) => namesIn(value, name))
  const isName = /^(nickname|(buy_|sell_|payment_)?methods?|name|id|aliases|source|tz)$/.test(key)
  return isName && typeof answer === 'string' ? answer.split(/[,;]\s*/) : []
}

const always = [
  ...exchangeIds,
  ...listedExchanges.map(({ name }) => name),
  'USDT',
  'JSON',
  'HTTP',
  'yesterday',
  'p2p-rates',
]

test('an English word is found between names', () => {
  expect(latinWordsIn('  Купуєте at best за 45 на OKX. Див. p2p sources --all; PUMB', ['PUMB'])).toEqual(['best'])
})

test.each([
  'rates',
  'rates EUR monobank',
  'rates UAH EUR',
  'rates --all',
  'rates --by method',
  'rates --by method sell',
  'rates --by size',
  'rates --by size sell okx monobank',
  'rates --at 3h',
  'rates --at 400d',
  'quote 20000 UAH',
  'quote -u 500000 --side sell',
  'quote 20000 UAH -m zelle --min-orders 900000',
  'buy 50 UAH',
  'sell 100 -e okx',
  'ads',
  'ads sell monobank --limit 40',
  'ads okx --limit 30 --why',
  'ads --merchant --min-orders 900000',
  'arbitrage UAH 20000',
  'arbitrage UAH 20 --transfer-fee-usdt 50',
  'arbitrage UAH 20000 --transfer-fee-usdt auto',
  'transfers',
  'transfers --from binance --to kucoin',
  'convert 20000 UAH EUR',
  'convert 20000 UAH EUR --transfer-fee-usdt auto',
  'convert 5 UAH EUR',
  'index',
  'index days',
  'index premium',
  'stats',
  'stats -e index',
  'stats --week',
  'history 48h',
  'history --candles 1h 6h',
  'history --last 9000h',
  'sources',
  'sources --all',
  'sources --quality',
  'track-record',
  'track-record --all',
  'markets',
  'payment-methods --country UA',
  'payment-methods --search zzz',
  'watch EUR --limit 1 --ndjson --table',
  'rates --json --csv',
  'rates --field buy --csv',
  'rates --by size 100',
  'rates --at never',
  'quote',
  'quote --open 5000 UAH',
  'convert UAH',
  'convert 5 UAH UAH',
  'arbitrage 5 usdt',
  'index days --known x',
])('p2p %s', async (line) => {
  const words = line.split(' ')
  const asked = async () => {
    // A table shows only trusted ads.
    const trusted = words[0] === 'ads' && !words.includes('--why') ? ['--trusted'] : []
    const { out } = await p2p([...words.filter((word) => word !== '--open'), ...trusted, '--json'], { env })
    return out.startsWith('{') || out.startsWith('[')
      ? namesIn(
          out
            .trim()
            .split(/\n(?=\{)/)
            .map((one) => JSON.parse(one)),
        )
      : []
  }
  const before = await asked()
  const { text } = await onTerminal(words, { env, columns: 200 })
  expect(text).toMatch(/[а-яіїєґ]{3}/i)
  expect({ text, english: latinWordsIn(text, [...always, ...words, ...before, ...(await asked())]) }).toEqual({
    text,
    english: [],
  })
})

test('missing exchanges and their reasons are Ukrainian', async () => {
  const direct = directTo(server.simulator)
  const heal = server.simulator.fault('okx', { kind: 'blocked' })
  const answers = await Promise.all(
    ['rates', 'sources'].map((command) =>
      onTerminal([command, '--fiat', 'EUR', ...direct], { env: { P2P_LANG: 'uk' }, columns: 200 }),
    ),
  )
  heal()
  expect(answers[0]?.text).toMatch(/Немає цін: OKX\. /)
  for (const { text } of answers) expect({ text, english: latinWordsIn(text, always) }).toEqual({ text, english: [] })
})

test('output for programs is English', async () => {
  for (const line of ['stats', 'sources', 'rates --by method', 'convert 20000 UAH EUR', 'rates --all', 'markets'])
    for (const format of ['--csv', '--ndjson', '--json', '']) {
      const { out } = await p2p([...line.split(' '), ...(format === '' ? [] : [format])], { env })
      const nameless = namesIn(out.startsWith('{') ? out.split('\n').flatMap((one) => parsed(one)) : [])
      expect.soft({ line, format, cyrillic: cyrillicIn(out, nameless) }).toEqual({ line, format, cyrillic: [] })
    }
})

const parsed = (line: string): unknown[] => {
  try {
    return [JSON.parse(line)]
  } catch {
    return []
  }
}
const cyrillicIn = (text: string, names: readonly string[]) =>
  names.reduce((rest, name) => rest.replaceAll(name, ' '), text).match(/[А-яІіЇїЄєҐґ]{3,}/g) ?? []
