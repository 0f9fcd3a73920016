import { expect, test } from 'vitest'
import { canonicalWords, commandAliases, typedNameOf } from './command-aliases.js'
import { commandGroups, takesValue } from './help-page.js'

const meant = (line: string) => canonicalWords(line.split(' '), takesValue).join(' ')

test.each([
  ['rates --by size EUR', 'depth EUR'],
  ['rates EUR --by=method', 'methods EUR'],
  ['rates --at 2026-03-14T14:05 UAH', 'price --at 2026-03-14T14:05 UAH'],
  ['history EUR --candles 4h', 'candles EUR --interval 4h'],
  ['history --hours 72 --csv', 'history --last 72h --csv'],
  ['history --candles=1h --hours=6', 'candles --interval 1h --last 6h'],
  ['index days --from 2026-11-01 --to 2026-11-30', 'fixings --since 2026-11-01 --until 2026-11-30'],
  ['sources --days 30', 'quality --last 30d'],
  ['webhooks add --url x', 'webhooks create --url x'],
  ['alerts add --buy-below 41', 'alerts create --buy-below 41'],
  ['config update fiat EUR', 'config set fiat EUR'],
  ['inboxes add-telegram', 'inboxes create telegram'],
  ['desk boards change bo_1', 'boards update bo_1'],
  ['--server http://x --json orderbook okx', '--server http://x --json ads okx'],
  ['completion bash', 'complete bash'],
  ['webhooks edit wh_1 --hold=5', 'webhooks update wh_1 --hold-seconds 5'],
  ['sell 1200 --fee 1 --trade-worth 2', 'sell 1200 --transfer-fee-usdt 1 --trade-worth-usdt 2'],
])('%s is %s', (typed, words) => expect(meant(typed)).toBe(words))

test.each([
  'rates EUR',
  'rates --by colour',
  'rates -- --by size',
  'rates --at',
  '--profile orderbook rates',
  'serve keys create',
  '',
])('"%s" stays as it is', (line) => expect(meant(line)).toBe(line))

test('a value that looks like a pattern is taken as it is', () => {
  expect(canonicalWords(['history', '--hours', '$&'], takesValue)).toEqual(['history', '--last', '$&h'])
})

test('every form leads to a command, from a command, and is shown in its place', () => {
  const commands: readonly string[] = commandGroups.flatMap(([, entries]) => entries.map(([name]) => name))
  for (const [typed, words] of commandAliases) {
    const name = words.split(' ')[0] ?? ''
    expect(commands).toContain(name)
    expect(commands).toContain(typed.split(' ')[0])
    expect(typedNameOf(name)).toBe(typed)
  }
})
