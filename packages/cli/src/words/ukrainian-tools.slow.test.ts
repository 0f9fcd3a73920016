import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exchangeIds } from '@p2p-rates/core'
import { startBotStandIn, startServer, type TestServer } from '@p2p-rates/server/testing'
import { type Receiver, startReceiver } from '@p2p-rates/simulator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { banner } from '../demo/banner.js'
import { exportFormats } from '../export/price-row.js'
import { commandGroups } from '../help-page.js'
import { profileFields } from '../settings/profiles.js'
import { latinWordsIn } from '../testing/latin-words.js'
import { makeHome, windowRunnerIn } from '../testing/run-p2p.js'
import { setLanguage } from './say.js'

const { home, remove } = makeHome()
const onTerminal = windowRunnerIn(home)
let bot: Awaited<ReturnType<typeof startBotStandIn>>
let receiver: Receiver
let server: TestServer

beforeAll(async () => {
  bot = await startBotStandIn()
  receiver = await startReceiver()
  server = await startServer({
    historyDays: 1,
    fiats: ['UAH'],
    exchanges: ['okx', 'binance'],
    settings: { P2P_TELEGRAM_TOKEN: bot.token, P2P_TELEGRAM_API_URL: bot.url, P2P_PRIVATE_RECEIVERS: 'true' },
  })
})
afterAll(async () => {
  await server.stop()
  await Promise.all([bot.close(), receiver.close()])
  await setLanguage('en')
  remove()
})

const seen = async (line: string, env: Readonly<Record<string, string>> = {}): Promise<string> =>
  (await onTerminal(line.split(' '), { env: { P2P_LANG: 'uk', ...env }, columns: 200 })).text

const asPro = () => ({ P2P_BASE_URL: server.url, P2P_API_KEY: server.keys.Pro })
const onServer = (line: string) => seen(line, asPro())

/** Names of products, places and formats, and words that are typed as they are. */
const names =
  `Node Telegram Free Business JSON HTTP HTTPS TLS API USDT Unix Binance Bybit Bitget MEXC KuCoin Ctrl NAME VALUE ADDRESS
  Europe Kyiv iframe monobank bash fish powershell default event sell spread ping digest dark simulated asset exchanges ${exchangeIds.join(' ')}
  ${exportFormats.join(' ')} ${profileFields.join(' ')} ${commandGroups.flatMap(([, entries]) => entries.map(([name]) => name)).join(' ')}`.split(
    /\s+/,
  )

test('an English word is found', () => {
  const text = 'p2p: Невідома команда «rats».\n     Did you mean rates? See http://x.example/some'
  expect(latinWordsIn(text, [...names, 'rats'])).toEqual(['mean'])
})

const archive = join(mkdtempSync(join(tmpdir(), 'p2p-none-')), 'archive')

const mistakes = [
  'rats',
  'rates --fait UAH',
  'rates --servr x',
  '--fiat EUR orderbook',
  '--amonut 5 quote',
  'quote sell buy 100',
  'quote 100 UAH EUR',
  'stats EUR --fiat UAH',
  'quote 5 usdt usdt',
  'rates UAH monobnk',
  'history 5x',
  'quote --amount 1.234',
  'quote --amount x',
  'quote --side bye',
  'history --last 3',
  'export --since yesterday',
  'export --since 2027-01-01',
  'rates --limit 0',
  'rates --fiat 12',
  'rates --timeout 0',
  'rates --exchange-url x',
  'rates --proxy x',
  'rates --direct --server http://x.example',
  'rates --profile nobody',
  'rates --exchange-module ./none.mjs',
  'rates --exchange-url nothing=http://x.example',
  'price UAH --at 12',
  'history UAH --direct',
  'webhooks create',
  'webhooks create --url https://x.example --threshold 1 --event best_by',
  'webhooks create --url https://x.example --threshold a --event best_buy',
  'webhooks create --url https://x.example --threshold 1 --event spread',
  'webhooks get',
  'webhooks get a b',
  'webhooks update wh_1',
  'webhooks update wh_1 --enable --disable',
  'webhooks rotate-secret wh_1 --overlap-hours x',
  'webhooks trigger sprad',
  'webhooks trigger ping --url http://127.0.0.1:1/',
  'webhooks listen',
  'webhooks listen --port 99999',
  'inboxes create telegram --language de',
  'alerts create --telegram',
  'alerts create --buy-below 1',
  'alerts create --profit-above 1 --telegram',
  'alerts update wh_1',
  'desk rules update r_1',
  'desk rules price r_1 --base best',
  'desk boards update b_1',
  'export --format parket',
  'export --last 9000h',
  `replay ${archive} --speed 0`,
  `judge --archive ${archive}`,
  `judge --archive ${archive} --trusted-from 3`,
  `judge --archive ${archive} --band-usdt 5`,
  'judge',
  `judge --recording ${archive}`,
  `judge --recording ${archive} --since 2026-11-01`,
  'record',
  'record --exchange none',
  'agent',
  'complete',
  'help nothing',
  'config get nothing',
  'config get fiat',
  'config set fiat EURO',
  'config set server x',
  'config set exchange okxx',
  'config set exchange qqqqqqqqqq',
  'config set method ,',
  'config set proxy ftp://x.example',
  'config set exchange-url x',
  'config set timeout 0',
  'config use nobody',
  'config list',
  'logout',
  'login',
  'login --server not-an-address',
  'login --server http://127.0.0.1:1',
  'me',
  'me --server http://127.0.0.1:1',
  'me --server ftp://x.example',
]
test('mistakes are explained in Ukrainian', async () => {
  for (const line of mistakes) {
    const text = await seen(line)
    expect.soft(text, line).toMatch(/\p{Script=Cyrillic}/u)
    expect.soft({ line, words: latinWordsIn(text, [...names, line]), text }).toMatchObject({ words: [] })
  }
})

const answers = [
  'me',
  'usage',
  'usage --by-key',
  'stats XXX',
  'rates --by size -e bybt',
  'usage --errors',
  'alerts list',
  'alerts get wh_1',
  'webhooks list',
  'webhooks delete wh_111111111111111111',
  'inboxes list',
  'inboxes create telegram',
  'inboxes create desk@example.com',
  'inboxes list',
  'desk rules list',
  'desk rules price --base best --offset-pct 1 --step 0.05',
  'desk rules price --base median --floor 900',
  'desk rules price --base size --amount 900000000000',
  'desk rules preview --base best',
  'desk rules create --name X --base best --rounding up --step 0.05 --offset-pct -1',
  'desk rules list',
  'desk boards list',
  'rates --columns nothing',
  'rates --field nothing',
  'rates --field a..b',
  'logout',
]
test('answers about the account are in Ukrainian', { timeout: 30_000 }, async () => {
  for (const line of answers) {
    const text = await onServer(line)
    expect.soft(text, line).toMatch(/\p{Script=Cyrillic}/u)
    expect.soft({ line, words: latinWordsIn(text, [...names, line]), text }).toMatchObject({ words: [] })
  }
})

test('a webhook, its deliveries and its refusals are shown in Ukrainian', async () => {
  const lines = [
    `webhooks create --url ${receiver.url} --event best_buy --threshold 1 --confidence high --fill-amount 5000`,
    `alerts create --buy-below 2 --amount 20000 --url ${receiver.url}`,
    `alerts create --profit-above 50 --amount 20000 --url ${receiver.url}`,
    'alerts list',
    'webhooks list',
  ]
  const texts = new Map<string, string>()
  for (const line of lines) texts.set(line, await onServer(line))
  const [id = ''] = /wh_\w+/.exec(texts.get('webhooks list') ?? '') ?? []
  for (const line of [
    `webhooks test ${id}`,
    `webhooks deliveries ${id}`,
    `webhooks rotate-secret ${id}`,
    `webhooks get ${id}`,
    `alerts update ${id} --sell-above 60`,
    `alerts update ${id} --disable`,
    `alerts get ${id}`,
    `webhooks delete ${id}`,
  ])
    texts.set(line, await onServer(line))
  for (const [line, text] of texts)
    expect.soft({ line, words: latinWordsIn(text, [...names, line]), text }).toMatchObject({ words: [] })
})

test('refusals by plan, key and address are in Ukrainian', async () => {
  const free = { ...asPro(), P2P_API_KEY: server.keys.Free }
  const wrong = { ...asPro(), P2P_API_KEY: 'p2p_wrong' }
  const none = { P2P_BASE_URL: server.url }
  for (const [line, env] of [
    ['history UAH --last 72h', free],
    ['webhooks list', free],
    ['me', wrong],
    ['me', none],
  ] as const) {
    const text = await seen(line, env)
    expect.soft({ line, words: latinWordsIn(text, [...names, line]), text }).toMatchObject({ words: [] })
  }
})

test('doctor advises in Ukrainian, and in English to programs', async () => {
  const direct = Object.entries(server.simulator.baseUrls).map(([id, url]) => `--exchange-url ${id}=${url}`)
  const heals = (['blocked', 'silent'] as const).flatMap((kind, at) => {
    const id = ['okx', 'bybit'][at]
    return id === undefined ? [] : [server.simulator.fault(id as 'okx', { kind } as { kind: 'blocked' })]
  })
  const line = `doctor UAH --timeout 2 ${direct.join(' ')}`
  const [text, json] = [await seen(line), await seen(`${line} --json`)]
  for (const heal of heals) heal()
  expect.soft({ words: latinWordsIn(text, [...names, line]), text }).toMatchObject({ words: [] })
  const { findings } = JSON.parse(/^\{.*^\}/ms.exec(json)?.[0] ?? '')
  for (const { says, advice } of findings) expect.soft(`${says}${advice}`).not.toMatch(/\p{Script=Cyrillic}/u)
})

test('the demo greets in Ukrainian', async () => {
  await setLanguage('uk')
  const login = { email: 'demo@example.com', password: 'secret1', link: 'http://127.0.0.1:1/login#1' }
  const keys = new Map([['Pro', 'p2p_1']])
  const facts = { url: 'http://127.0.0.1:1', login, keys, points: 1000, days: 30, program: null, platform: 'linux' }
  const text = banner(facts).split('\n').slice(0, 10).join('\n')
  await setLanguage('en')
  expect({ words: latinWordsIn(text, names), text }).toMatchObject({ words: [] })
})
