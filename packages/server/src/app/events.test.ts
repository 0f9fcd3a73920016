import { join } from 'node:path'
import { type Rates, toRatesResponse, type Usage } from '@p2p-rates/contract'
import { normalRules } from '@p2p-rates/core'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../base/time/clock.js'
import { systemTimers } from '../base/time/timers.js'
import { dispatch, type ServerEvent } from '../cluster/events/event-bus.js'
import { openJoinedBuses } from '../cluster/events/testing/joined-buses.js'
import { createShownMarkets } from '../market/shown-markets.js'
import { backUp } from '../storage/sqlite/copy-database.js'
import { openDatabase } from '../storage/sqlite/database.js'
import { databasePathOf } from '../storage/sqlite/open-store.js'
import { makeFolder } from '../testing/make-folder.js'
import { startServer } from '../testing/start-server.js'

const start = async () => {
  const { here, there, arrived, reported } = openJoinedBuses()
  const heard: ServerEvent[] = []
  there.listen((event) => void heard.push(event))
  const elsewhere = createShownMarkets({
    clock: systemClock,
    timers: systemTimers,
    rules: normalRules,
    reportBug: (bug) => {
      throw bug
    },
  })
  there.listen(dispatch({ snapshot: elsewhere.showSnapshot }))
  const running = await startServer({ feed: here, fiats: ['UAH'], exchanges: ['okx', 'bybit'], historyDays: 1 })
  onTestFinished(async () => {
    elsewhere.stop()
    await running.stop()
    expect(reported()).toEqual([])
  })
  const { operator } = running.server
  const account = await operator.createAccount('A', 'Business')
  const { key, record } = await operator.createKey(account.id, null)
  const call = (path: string, init: RequestInit = {}) =>
    fetch(running.baseUrl + path, { ...init, headers: { 'X-API-Key': key, 'Content-Type': 'application/json' } })
  const listen = async () => {
    const reader = (await call('/stream?fiat=UAH')).body?.getReader()
    await reader?.read()
    return async (): Promise<void> => {
      while ((await reader?.read())?.done === false);
    }
  }
  return { ...running, operator, account, record, call, listen, heard, elsewhere, arrived }
}

test('a revocation acts on the next request and ends the streams of its key', async () => {
  const { operator, record, call, listen } = await start()
  const streamHasEnded = await listen()
  await operator.revokeKey(record.id)
  expect((await call('/rates?fiat=UAH')).status).toBe(401)
  await streamHasEnded()
})

test('another plan acts on limits, streams and webhooks', async () => {
  const { operator, account, call, listen } = await start()
  for (const threshold of [30, 31]) {
    const body = JSON.stringify({ url: 'https://example.com/', event: 'best_buy', threshold, fiat: 'UAH' })
    expect((await call('/webhooks', { method: 'POST', body })).status).toBe(201)
  }
  const streamHasEnded = await listen()
  await operator.setPlan(account.id, 'Free')
  await streamHasEnded()
  expect(((await (await call('/me')).json()) as Usage).plan).toBe('Free')
  await operator.setPlan(account.id, 'Business')
  const { webhooks } = (await (await call('/webhooks')).json()) as { webhooks: { enabled: boolean }[] }
  expect(webhooks.map(({ enabled }) => enabled)).toEqual([true, true])
})

test('another process shows the same prices, and receives every recorded point', async () => {
  const { call, heard, elsewhere, arrived } = await start()
  await arrived()
  const shown = elsewhere.snapshot('UAH')
  expect(shown && toRatesResponse(shown.rates)).toEqual((await (await call('/rates?fiat=UAH')).json()) as Rates)
  expect(heard.find(({ kind }) => kind === 'points')).toMatchObject({
    entries: expect.arrayContaining([expect.objectContaining({ exchange: 'best' })]),
  })
})

test('answers come from the restored data', async () => {
  const { operator, account, call, config } = await start()
  const copy = join(makeFolder(), 'copy.db')
  const database = openDatabase(databasePathOf(config.DATA_DIR))
  backUp(database, copy)
  database.close()
  await operator.setPlan(account.id, 'Free')
  await operator.restore(copy, { keepEnded: true })
  expect(((await (await call('/me')).json()) as Usage).plan).toBe('Business')
})
