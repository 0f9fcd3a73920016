import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AccountInfo } from '@p2p-rates/contract'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../testing/make-folder.js'
import { createBrowser, makePerson } from '../../testing/people.js'
import { startServer } from '../../testing/start-server.js'
import { createTestClient } from '../../testing/test-client.js'

const start = async (settings: Readonly<Record<string, string>> = {}) => {
  const running = await startServer({ historyDays: 0, fiats: ['UAH'], exchanges: ['okx'], settings })
  const asker = createTestClient(running.url)
  onTestFinished(async () => {
    asker.close()
    await running.stop()
  })
  const person = async () => {
    const who = await makePerson(running.config.DATA_DIR)
    const page = createBrowser(asker, running.url)
    await page.logIn(who)
    return {
      ...who,
      want: (body: object) => page.ask('POST', '/plan-requests', body),
      account: async () => JSON.parse((await page.ask('GET', '/account')).text) as AccountInfo,
    }
  }
  return { ...running, person }
}

const aProgram = (failing = false) => {
  const folder = makeFolder()
  const path = join(folder, 'hook')
  const told = join(folder, 'told')
  writeFileSync(told, '')
  const script = failing ? 'process.exit(1)' : `fs.appendFileSync(${JSON.stringify(told)}, fs.readFileSync(0))`
  writeFileSync(path, `#!${process.execPath}\nconst fs = require('fs')\n${script}`, { mode: 0o755 })
  const lines = () => readFileSync(told, 'utf8').split('\n').filter(Boolean)
  return { path, told: () => lines().map((line) => JSON.parse(line) as Record<string, unknown>) }
}

const contact = 'plans@example.com'

test("the operator's program gets the user, the plan and the reason", async () => {
  const program = aProgram()
  const { person } = await start({ P2P_ON_PLAN_REQUEST: program.path, P2P_PLAN_CONTACT: contact })
  const { want, accountId, email } = await person()
  const answer = await want({ plan: 'Pro', note: 'for the desk' })
  expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { told: true, contact }])
  await want({ plan: 'Starter' })
  expect(program.told()).toMatchObject([
    { account_id: accountId, email, plan: 'Free', wanted_plan: 'Pro', note: 'for the desk', at: expect.any(String) },
    { wanted_plan: 'Starter', note: null },
  ])
})

test('if it fails, or there is none, an address is returned, or null', async () => {
  const failing = await start({ P2P_ON_PLAN_REQUEST: aProgram(true).path, P2P_PLAN_CONTACT: contact })
  const named = await start({ P2P_PLAN_CONTACT: contact })
  const silent = await start()
  for (const [server, address] of [
    [failing, contact],
    [named, contact],
    [silent, null],
  ] as const) {
    const { want, account } = await server.person()
    const answer = await want({ plan: 'Pro' })
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { told: false, contact: address }])
    expect((await account()).takes_plan_requests).toBe(server !== silent)
  }
})

test('an account has three attempts an hour, and other accounts are not affected', async () => {
  const program = aProgram()
  const { person, clock } = await start({ P2P_ON_PLAN_REQUEST: program.path })
  const [ann, bob] = [await person(), await person()]
  for (let count = 0; count < 3; count++) expect(await ann.want({ plan: 'Pro' })).toMatchObject({ status: 200 })
  const refused = await ann.want({ plan: 'Pro' })
  expect(refused.status).toBe(429)
  expect(await bob.want({ plan: 'Pro' })).toMatchObject({ status: 200 })
  expect(program.told()).toHaveLength(4)
  clock.advance(Number(refused.headers.get('retry-after')) * 1_000)
  expect(await ann.want({ plan: 'Pro' })).toMatchObject({ status: 200 })
})

test('an invalid plan or note is not delivered', async () => {
  const program = aProgram()
  const { person } = await start({ P2P_ON_PLAN_REQUEST: program.path })
  const { want } = await person()
  for (const body of [{}, { plan: 'Gold' }, { plan: 'Pro', note: 'a\nb' }, { plan: 'Pro', note: 'x'.repeat(501) }])
    expect(await want(body)).toMatchObject({ status: 400 })
  expect(program.told()).toEqual([])
})
