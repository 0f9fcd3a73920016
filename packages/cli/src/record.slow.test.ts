import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeHome, runnerIn } from './testing/run-p2p.js'

const { home, remove } = makeHome()
const p2p = runnerIn(home)
let server: TestServer
const at = (id: string) => ['--exchange', id, '--exchange-url', `${id}=${server.simulator.baseUrls[id]}`]

beforeAll(async () => {
  server = await startServer({ fiats: ['EUR'], historyDays: 0 })
})
afterAll(async () => {
  await server.stop()
  remove()
})

describe.each(['binance', 'bybit', 'okx', 'bitget', 'mexc', 'kucoin'])('record of %s', (id) => {
  test('writes both sides, and judge reads as many ads from the file', async () => {
    const { code, out, err } = await p2p(['record', 'EUR', ...at(id), '--out', `${id}.json`])
    expect([code, out]).toEqual([0, expect.stringContaining('is ready for the issue form')])
    expect(err).toContain('The recording gives the same ads')
    const counts = [...err.matchAll(/(BUY|SELL): (\d+) ads?/g)].map(([, side, ads]) => [side, Number(ads)])
    const { pages } = JSON.parse((await p2p(['judge', '--recording', `${id}.json`, '--json'])).out)
    expect(pages.map((page: { side: string; ads: number }) => [page.side, page.ads])).toEqual(counts)
    expect(counts).toHaveLength(2)
  })
})

test('a pipe gets the recording alone, with its day and without the nicknames of the page', async () => {
  const { code, out } = await p2p(['record', 'EUR', '--side', 'buy', ...at('okx')])
  const recording = JSON.parse(out)
  expect([code, recording.pages.length]).toEqual([0, 1])
  expect(recording).toMatchObject({
    version: 1,
    exchange: 'okx',
    fiat: 'EUR',
    recordedAt: expect.stringMatching(/^2\d{3}-/),
  })
  const { out: ads } = await p2p(['ads', 'buy', 'EUR', ...at('okx'), '--all', '--columns', 'nickname', '--json'])
  const nicknames = [...ads.matchAll(/"nickname": ?"(\w{5,})"/g)].map(([, name]) => name)
  expect(nicknames.length).toBeGreaterThan(3)
  for (const name of nicknames) expect(out).not.toContain(name)
})

test('a block is recorded, and judge says so', async () => {
  onTestFinished(server.simulator.fault('bybit', { kind: 'blocked' }))
  expect(await p2p(['record', 'EUR', ...at('bybit'), '--out', 'blocked.json'])).toMatchObject({ code: 0 })
  const { out } = await p2p(['judge', '--recording', 'blocked.json', '--table'])
  expect(out).toMatch(/Bybit +BUY .*Bybit refuses this address/)
})

test('an exchange that was not reached is not recorded', async () => {
  const nowhere = ['--exchange', 'bybit', '--exchange-url', 'bybit=http://127.0.0.1:9']
  for (const out of [['--out', 'nowhere.json'], []]) {
    const run = await p2p(['record', 'EUR', ...nowhere, ...out])
    expect(run).toMatchObject({ code: 1, out: '' })
    expect(run.err).toMatch(/Bybit was not reached, so nothing was recorded: The connection to the exchange failed/)
    expect(run.err).not.toContain('The recording gives the same ads')
  }
  expect(existsSync(join(home, 'nowhere.json'))).toBe(false)
})

test('an existing file stays without --force', async () => {
  writeFileSync(join(home, 'mine.json'), 'mine')
  expect(await p2p(['record', 'EUR', ...at('okx'), '--out', 'mine.json'])).toMatchObject({ code: 1 })
  expect(readFileSync(join(home, 'mine.json'), 'utf8')).toBe('mine')
  expect(await p2p(['record', 'EUR', ...at('okx'), '--out', 'mine.json', '--force'])).toMatchObject({ code: 0 })
})

test('judge refuses other files and recordings of an unknown exchange', async () => {
  expect(await p2p(['judge'])).toMatchObject({ code: 2, err: expect.stringContaining('--archive or --recording') })
  writeFileSync(join(home, 'notes.json'), '{"format": "notes"}')
  expect(await p2p(['judge', '--recording', 'notes.json'])).toMatchObject({ code: 1 })
  const empty = { format: 'p2p-rates recording', version: 1, exchange: 'bazaar', fiat: 'EUR' }
  const names = { payments: [], currencies: [] }
  const recording = { ...empty, recordedAt: '2026-11-29T10:00:00Z', names, pages: [] }
  writeFileSync(join(home, 'bazaar.json'), JSON.stringify(recording))
  const { code, err } = await p2p(['judge', '--recording', 'bazaar.json'])
  expect([code, err]).toEqual([1, expect.stringContaining('Unknown exchange bazaar.')])
})
