import { execFile, fork } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { aDelivery, aWebhook } from '../../alerts/webhooks/testing/a-webhook.js'
import { makeFolder } from '../../testing/make-folder.js'
import { openDatabase } from './database.js'
import { openSqliteStore } from './open-store.js'
import type { RacerReport } from './testing/racer.js'

const run = promisify(execFile)
const seed = Number(process.env.SEED)
const things = 60
const names = Array.from({ length: things }, (_, index) => String(index)).sort()

const script = fileURLToPath(new URL('./testing/racer.ts', import.meta.url))

const startRacer = async (dataDir: string, name: string, ownSeed: number) => {
  const words = [dataDir, name, String(ownSeed), String(things)]
  const child = fork(script, words, { execArgv: ['--import', import.meta.resolve('tsx')] })
  onTestFinished(() => void child.kill())
  await new Promise((resolve) => child.once('message', resolve))
  return () =>
    new Promise<RacerReport>((resolve, reject) => {
      child.once('message', (spoils: RacerReport) => resolve(spoils))
      child.once('exit', (code) => reject(new Error(`a racer ended with ${code}`)))
      child.send('go')
    })
}

test('of two processes that want the same at once each thing goes to one, and none is left out', async () => {
  const dataDir = join(makeFolder(), 'data')
  const store = openSqliteStore(dataDir)
  onTestFinished(() => store.close())
  await store.keys.saveAccount({ id: 'acc_one', name: 'A', plan: 'Pro', createdAtMs: 1 })
  await store.webhooks.create(aWebhook(), 1)
  await store.webhooks.save(
    [],
    names.map((name) => aDelivery({ id: `dl_${name}` })),
  )
  const racers = await Promise.all([startRacer(dataDir, 'one', seed), startRacer(dataDir, 'other', seed + 1)])
  const both = await Promise.all(racers.map((run) => run()))

  expect(both.reduce((sum, { refused }) => sum + refused, 0)).toBeGreaterThan(0)
  expect(both.flatMap(({ requests }) => requests).sort()).toEqual(names)
  expect(both.flatMap(({ keys }) => keys)).toHaveLength(5)
  expect(both.flatMap(({ sent }) => sent).sort()).toEqual(names.map((name) => `dl_${name}`).sort())
  expect(await store.keys.keysOf('acc_one')).toHaveLength(5)
  expect(await store.webhooks.find('acc_one', 'wh_one')).toMatchObject({ consecutiveFailures: things })
})

test('two processes that write at once alternate, and every row is there', async () => {
  const folder = makeFolder()
  const database = openDatabase(`${folder}/file.db`)
  onTestFinished(() => database.close())
  database.exec('CREATE TABLE item (writer TEXT, number INTEGER)')
  const script = fileURLToPath(new URL('./testing/write-rows.ts', import.meta.url))
  const write = (writer: string) => run(process.execPath, ['--import', 'tsx', script, database.path, writer, '300'])
  await Promise.all([write('one'), write('two')])
  const count = 'SELECT writer, COUNT(DISTINCT number) AS rows FROM item GROUP BY writer ORDER BY writer'
  expect(database.prepare(count).all()).toEqual([
    { writer: 'one', rows: 300 },
    { writer: 'two', rows: 300 },
  ])
})
