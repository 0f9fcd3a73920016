import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildWhenStale } from '../testing/built.js'
import { makeHome, runnerIn } from '../testing/run-p2p.js'
import { starterIn } from '../testing/start-p2p.js'

const { home, remove } = makeHome()
const p2p = runnerIn(home)
const start = starterIn(home)
const archive = join(home, 'archive')
let rates: unknown

beforeAll(async () => {
  await buildWhenStale()
  const server = await startServer({
    fiats: ['EUR'],
    historyDays: 0,
    settings: { P2P_ARCHIVE: 'on', P2P_CYCLE_SECONDS: '3600' },
  })
  const ask = () => p2p(['rates', 'EUR', '--json', '--server', server.url, '--key', server.keys.Pro])
  rates = JSON.parse((await ask()).out)
  const from = join(server.config.DATA_DIR, 'archive')
  // It is written after it was shown.
  await vi.waitFor(() => {
    const [bytes = 0] = readdirSync(from).map((name) => readFileSync(join(from, name)).length)
    expect(bytes).toBeGreaterThan(1_000)
  })
  cpSync(from, archive, { recursive: true })
  await server.stop()
})
afterAll(remove)

test('replay prints how to begin, answers as the server did, says that it is the past, and stands still at the end', async () => {
  const replay = start(['replay', archive, '--port', '0', '--speed', '100'])
  const said = await replay.until(/The replay has ended; its time stays at \S+\. Ctrl\+C quits\./)
  expect(said).toMatch(/^REPLAY of an archive: prices of the past\.\n/)
  const [, url = ''] = /address +(\S+)\/api\/v1/.exec(said) ?? []
  const [, key = ''] = /Pro +(\S+)/.exec(said) ?? []
  const { code, out, err } = await p2p(['rates', 'EUR', '--json', '--server', url, '--key', key])
  expect(code).toBe(0)
  expect(JSON.parse(out)).toEqual(rates)
  expect(err).toMatch(/^! REPLAY of an archive: prices of 2\d{3}-/)
  const tried = [
    'rules',
    'preview',
    '--fiat',
    'EUR',
    '--base',
    'nth',
    '--nth',
    '2',
    '--json',
    '--server',
    url,
    '--key',
    key,
  ]
  expect(JSON.parse((await p2p(tried)).out)).toMatchObject({ slot_minutes: 60, recorded_slots: 1 })
  expect(await replay.stop()).toBe(0)
})

test('judge finds every verdict as it is on record, and what another threshold would change', async () => {
  const same = await p2p(['judge', '--archive', archive, '--table'])
  expect(same).toMatchObject({ code: 0, out: expect.stringContaining('All results are as recorded.') })
  const piped = await p2p(['judge', '--archive', archive])
  expect(piped).toMatchObject({ code: 0, out: '' })
  expect(piped.err).toMatch(/^\d+ archived markets, \d+ ads, scored again\. All results are as recorded\. .*\n$/)
  const { code, out } = await p2p(['judge', '--archive', archive, '--trusted-from', '0.95', '--json'])
  const { markets, differences } = JSON.parse(out)
  expect([code, markets > 0]).toEqual([0, true])
  expect(differences.reduce((sum: number, { lost }: { lost: number }) => sum + lost, 0)).toBeGreaterThan(0)
})

test('a file that is no archive, or has no market of that time, is refused in one sentence', async () => {
  const none = await p2p(['judge', '--archive', join(home, 'nowhere')])
  expect(none).toMatchObject({ code: 1, err: expect.stringContaining('There is nothing at') })
  const early = await p2p(['replay', archive, '--to', '2026-01-01'])
  expect(early).toMatchObject({ code: 6, err: expect.stringContaining('The archive has no data of that time.') })
  const notes = join(home, '2026-11-23.p2p-archive')
  writeFileSync(notes, 'my own notes')
  expect(await p2p(['replay', notes])).toMatchObject({ code: 1, err: expect.stringContaining('is no archive.') })
  expect(await p2p(['replay', archive, '--speed', '0'])).toMatchObject({ code: 2 })
})
