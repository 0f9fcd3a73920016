import { expect, onTestFinished, test } from 'vitest'
import { bytesOfBase32, codeAt, stepOf } from '../../accounts/totp.js'
import { openSecondStore } from '../../testing/open-second-store.js'
import { createBrowser, makePerson } from '../../testing/people.js'
import { startServer } from '../../testing/start-server.js'
import { createTestClient } from '../../testing/test-client.js'

const start = async () => {
  const running = await startServer({ historyDays: 0, fiats: ['UAH'], exchanges: ['okx'] })
  const asker = createTestClient(running.url)
  onTestFinished(async () => {
    asker.close()
    await running.stop()
  })
  const { clock } = running
  const browser = () => createBrowser(asker, running.url)
  const person = await makePerson(running.config.DATA_DIR, { isAdmin: true })
  const page = browser()
  await page.logIn(person)
  const { secret, link } = JSON.parse((await page.ask('POST', '/second-factor/proposals', {})).text) as {
    secret: string
    link: string
  }
  const codeNow = (steps = 0) => codeAt(bytesOfBase32(secret) ?? new Uint8Array(), stepOf(clock.wallMs()) + steps)
  const turnOn = (code = codeNow(), current_password = person.password) =>
    page.ask('POST', '/second-factor', { secret, code, current_password })
  return {
    ...running,
    ...person,
    page,
    secret,
    link,
    codeNow,
    turnOn,
    recoveryOf: ({ text }: { readonly text: string }) =>
      (JSON.parse(text) as { recovery_codes: readonly string[] }).recovery_codes,
    logIn: (code?: string) =>
      browser().ask('POST', '/sessions', { email: person.email, password: person.password, ...(code && { code }) }),
    turnOff: (code: string, current_password = person.password) =>
      page.ask('DELETE', '/second-factor', { code, current_password }),
    later: () => clock.advance(60_000),
  }
}
const code = ({ text }: { readonly text: string }) => (JSON.parse(text) as { detail: { code: string } }).detail.code
const isOn = async ({ page }: Awaited<ReturnType<typeof start>>) =>
  (JSON.parse((await page.ask('GET', '/account')).text) as { second_factor: boolean }).second_factor

test('a second factor is on once a code of it came back with the password', async () => {
  const scene = await start()
  expect(scene.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(scene.link).toMatch(new RegExp(`^otpauth://totp/.+secret=${scene.secret}`))
  const wrong = await scene.turnOn('000000')
  expect([wrong.status, code(wrong)]).toEqual([401, 'wrong_code'])
  expect(await scene.turnOn(scene.codeNow(), 'not the password')).toMatchObject({ status: 401 })
  expect(await isOn(scene)).toBe(false)
  const answer = await scene.turnOn()
  const codes = scene.recoveryOf(answer)
  expect([answer.status, codes.length, new Set(codes).size]).toEqual([201, 10, 10])
  expect(await isOn(scene)).toBe(true)
  scene.later()
  expect(await scene.turnOn()).toMatchObject({ status: 400 })
})

test('a log-in then needs a code, which works once; only the right password gets that answer', async () => {
  const scene = await start()
  const first = scene.codeNow()
  await scene.turnOn(first)
  const used = await scene.logIn(first)
  expect([used.status, code(used)]).toEqual([401, 'wrong_code'])
  scene.later()
  const without = await scene.logIn()
  expect([without.status, code(without), without.headers.has('set-cookie')]).toEqual([401, 'code_required', false])
  const second = scene.codeNow()
  expect(await scene.logIn(second)).toMatchObject({ status: 201 })
  expect(await scene.logIn(second)).toMatchObject({ status: 401 })
})

test('of those who send one code at once one is let in', async () => {
  const scene = await start()
  await scene.turnOn()
  scene.later()
  const codeNow = scene.codeNow()
  const answers = await Promise.all([1, 2, 3].map(() => scene.logIn(codeNow)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
})

test('five wrong codes are allowed in 15 minutes; a request without one counts as none', async () => {
  const scene = await start()
  await scene.turnOn()
  scene.later()
  for (let count = 0; count < 12; count++) expect(await scene.logIn()).toMatchObject({ status: 401 })
  for (let count = 0; count < 5; count++) {
    const wrong = await scene.logIn('000000')
    expect([wrong.status, code(wrong)]).toEqual([401, 'wrong_code'])
  }
  const refused = await scene.logIn(scene.codeNow())
  expect([refused.status, code(refused)]).toEqual([429, 'rate_limited'])
  scene.clock.advance(15 * 60_000)
  expect(await scene.logIn(scene.codeNow())).toMatchObject({ status: 201 })
})

test('each recovery code opens once, however it is typed; only digests of them are stored, and the secret is sealed', async () => {
  const scene = await start()
  const codes = scene.recoveryOf(await scene.turnOn())
  const [first = '', second = ''] = codes
  expect(await scene.logIn(first)).toMatchObject({ status: 201 })
  expect(await scene.logIn(first)).toMatchObject({ status: 401 })
  expect(await scene.logIn(second.toLowerCase().replaceAll('-', ' '))).toMatchObject({ status: 201 })
  const kept = openSecondStore(scene.config.DATA_DIR).database.prepare('SELECT * FROM second_factor').all()
  const text = JSON.stringify(kept.map((row) => ({ ...row, secret: Buffer.from(row.secret as Uint8Array).toString() })))
  for (const secret of [scene.secret, ...codes, ...codes.map((each) => each.replaceAll('-', ''))])
    expect(text).not.toContain(secret)
})

test('password and code turn it off; for a person who lost both the operator does', async () => {
  const scene = await start()
  const [spare = ''] = scene.recoveryOf(await scene.turnOn())
  scene.later()
  expect(await scene.turnOff(scene.codeNow(), 'not the password')).toMatchObject({ status: 401 })
  expect(await scene.turnOff('000000')).toMatchObject({ status: 401 })
  expect([(await scene.turnOff(spare)).status, await isOn(scene)]).toEqual([204, false])
  expect(await scene.logIn()).toMatchObject({ status: 201 })
  await scene.turnOn()
  const { operator } = scene.server
  await operator.removeSecondFactor(scene.email.toUpperCase())
  expect(await scene.logIn()).toMatchObject({ status: 201 })
  await expect(operator.removeSecondFactor(scene.email)).rejects.toThrow('no second factor')
  await expect(operator.removeSecondFactor('nobody@example.com')).rejects.toThrow('No account has this address')
})

test('a new password by a link leaves it on', async () => {
  const scene = await start()
  await scene.turnOn()
  const { link } = await scene.server.operator.resetLink(scene.email)
  const token = link.slice(link.indexOf('#') + 1)
  await scene.page.ask('POST', '/password-resets', { token, new_password: scene.password })
  const entry = await scene.logIn()
  expect([entry.status, code(entry)]).toEqual([401, 'code_required'])
})
