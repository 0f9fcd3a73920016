import { startBotStandIn, startServer, type TestServer } from '@p2p-rates/server/testing'
import { type Receiver, startReceiver } from '@p2p-rates/simulator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from './run-command.js'
import { environmentOf, makeHome, runnerIn, windowRunnerIn } from './testing/run-p2p.js'

const { home, remove } = makeHome()
const p2p = runnerIn(home)
const onTerminal = windowRunnerIn(home)
let bot: Awaited<ReturnType<typeof startBotStandIn>>
let receiver: Receiver
let server: TestServer
let env: Record<string, string>

beforeAll(async () => {
  bot = await startBotStandIn()
  receiver = await startReceiver()
  server = await startServer({
    historyDays: 0,
    fiats: ['UAH'],
    exchanges: ['okx'],
    settings: { P2P_TELEGRAM_TOKEN: bot.token, P2P_TELEGRAM_API_URL: bot.url, P2P_PRIVATE_RECEIVERS: 'true' },
  })
  env = { P2P_BASE_URL: server.url, P2P_API_KEY: server.keys.Pro }
})
afterAll(async () => {
  await server.stop()
  await Promise.all([bot.close(), receiver.close()])
  remove()
})

const run = (line: string) => p2p(line.split(' '), { env })

async function runAndTap(line: string) {
  let said = ''
  const write = (text: string | Uint8Array) => {
    said += text
    const code = /t\.me\/\w+\?start=(\S+)/.exec(String(text))?.[1]
    if (code !== undefined) bot.write(77, `/start ${code}`, {}, { title: 'Desk' })
  }
  const code = await runCommand(line.split(' '), {
    out: { write },
    err: { write },
    inIsTty: false,
    readInput: async () => '',
    environment: environmentOf(home, env),
    folder: home,
    setInterruptHandler: () => {},
  })
  return { code, said }
}

test('one command links a chat, makes the alert and sends a test message; the next one finds the chat', async () => {
  const first = await runAndTap('alerts create --buy-below 1 --telegram')
  expect(first).toEqual({ code: 0, said: expect.stringContaining('Test message delivered to Telegram Desk.') })
  expect(bot.sent.filter(({ text }) => text.startsWith('This is a test.'))).toHaveLength(1)
  const second = await runAndTap('alerts create --profit-above 50 --amount 20000 --telegram')
  expect(second).toEqual({ code: 0, said: expect.not.stringContaining('Tap this link') })

  const [{ id }] = JSON.parse((await run('inboxes list --json')).out).inboxes
  const plain = await run(`webhooks create --url inbox:${id} --event best_buy --threshold 2`)
  expect(plain).toMatchObject({ code: 0, err: expect.not.stringContaining('secret') })

  const { text } = await onTerminal(['alerts', 'list'], { env, columns: 80 })
  expect(text).toMatch(/buy below 1\.00 UAH +Telegram Desk +yes +wh_\w{7}\n/)
  expect(text).toMatch(/profit above 50\.00 % of 20,000 UAH/)
  for (const [shown] of text.matchAll(/wh_\w+/g)) expect(await run(`alerts delete ${shown}`)).toMatchObject({ code: 0 })
  expect((await run('alerts list --json')).out).toContain('"webhooks": []')
})

test.each(['ntfy', 'discord', 'slack'])(
  'an alert goes to %s, confirmed once by the link in its first message',
  async (kind) => {
    const before = receiver.deliveries.length
    const line = `alerts create --buy-below 1 --${kind} ${receiver.url}/${kind}-secret`
    const first = run(line)
    const [asked] = (await receiver.waitForDeliveries(before + 1)).slice(before)
    const token = /confirm#([\w-]+)/.exec(asked?.body ?? '')?.[1]
    const confirmed = await fetch(`${server.url}/web/v1/inbox-confirmations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', Origin: server.url },
      body: JSON.stringify({ token }),
    })
    expect(confirmed.status).toBe(200)
    expect(await first).toMatchObject({
      code: 0,
      err: expect.stringMatching(/Test message delivered to 127\.0\.0\.1:\d+\/…/),
    })
    expect((await run(line)).code).toBe(0)
    const bodies = receiver.deliveries.slice(before).map(({ body }) => body)
    expect(bodies.filter((body) => body.includes('This is a test'))).toHaveLength(2)
    expect(bodies.filter((body) => body.includes('confirm#'))).toHaveLength(1)
    const { webhooks } = JSON.parse((await run('alerts list --json')).out)
    for (const { id } of webhooks) await run(`alerts delete ${id}`)
  },
)

test('an alert is shown, and edited by the options that made it', async () => {
  const made = JSON.parse((await run(`alerts create --buy-below 2 --amount 20000 --url ${receiver.url} --json`)).out)
  const short = made.id.slice(0, 10)
  const edited = await run(`alerts update ${short} --buy-below 1.5 -a 30000 --disable --json`)
  expect(JSON.parse(edited.out)).toMatchObject({ id: made.id, threshold: 1.5, fill_amount: 30_000, enabled: false })
  const { text } = await onTerminal(['alerts', 'get', short], { env, columns: 80 })
  expect(text).toMatch(/when +buy below 1\.50 UAH for 30,000 UAH\n/)
  expect(text).toMatch(/enabled +no\n/)
  expect((await onTerminal(['alerts', 'list'], { env, columns: 75 })).text).toMatch(/ 127\.0\.0\.1:\d+ +no +wh_\w{7}$/m)
  const moved = await run(`alerts update ${short} --url ${receiver.url}/other`)
  expect(moved).toMatchObject({ code: 0, err: expect.stringContaining('Test message delivered to') })
  expect(await run(`alerts update ${short} --sell-above 60`)).toEqual({
    code: 2,
    out: '',
    err: expect.stringMatching(/The condition of this alert is: buy below 1\.50 UAH.*\n +--buy-below changes it/),
  })
  const profit = JSON.parse((await run(`alerts create --profit-above 50 -a 20000 --url ${receiver.url} --json`)).out)
  const cheaper = JSON.parse((await run(`alerts update ${profit.id} --profit-above 40 --json`)).out)
  expect(cheaper).toMatchObject({ threshold: 40, amount: 20_000 })
  for (const { id } of [made, profit]) await run(`alerts delete ${id}`)
})

test('an alert has quiet hours, a digest and an expiry, which off removes', async () => {
  const times = '--quiet 23:00-8:00 --digest 8:00 --zone Europe/Kyiv --expires 2099-12-31'
  const made = JSON.parse((await run(`alerts create --buy-below 2 --url ${receiver.url} ${times} --json`)).out)
  expect(made).toMatchObject({ quiet_hours: '23:00-08:00', digest_time: '08:00', tz: 'Europe/Kyiv' })
  expect(new Date(made.expires_at).getTime()).toBe(new Date(2100, 0, 1).getTime())
  const { text } = await onTerminal(['alerts', 'get', made.id], { env, columns: 80 })
  expect(text).toMatch(/quiet hours +23:00-08:00 Europe\/Kyiv\n *digest +08:00 Europe\/Kyiv\n *expires +\S/)
  const later = JSON.parse((await run(`alerts update ${made.id} --quiet off --digest 7:30 --json`)).out)
  expect(later).toMatchObject({ quiet_hours: null, digest_time: '07:30', tz: 'Europe/Kyiv' })
  const off = JSON.parse((await run(`webhooks update ${made.id} --digest off --expires off --json`)).out)
  expect(off).toMatchObject({ digest_time: null, expires_at: null })
  const machine = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const again = JSON.parse((await run(`alerts update ${made.id} --digest 9:00 --expires 7d --json`)).out)
  expect(again).toMatchObject({ digest_time: '09:00', tz: machine, expires_at: expect.stringMatching(/Z$/) })
  await run(`alerts delete ${made.id}`)
})

test('an alert that this server cannot send names the setting of its operator, and what needs none', async () => {
  const { code, out, err } = await run('alerts add --sell-above 42 --email desk@example.com')
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toContain('Mail is not set up on this server (operator: P2P_SMTP_URL).')
  expect(err).toContain('use --ntfy, --discord or --slack, which need no setting of the operator')
})

test.each([
  ['alerts create --telegram', 'Give exactly one of --buy-below'],
  ['alerts create --buy-below 1 --sell-above 2 --telegram', 'Give exactly one of --buy-below'],
  ['alerts create --buy-below 1', 'Give exactly one of --telegram, --email, --ntfy'],
  ['alerts create --profit-above 1 --telegram', '--profit-above needs --amount'],
  ['alerts create --buy-below 1 --discord https://example.com/x', 'https://discord.com/api/webhooks/ID/TOKEN'],
  ['alerts create --buy-below 1 --slack https://example.com/x', 'https://hooks.slack.com/services/T.../B.../TOKEN'],
  ['alerts update wh_1', 'Nothing to change.'],
  ['alerts create --buy-below 1 --telegram --quiet 23-8', 'Expected two times of day such as 23:00-08:00'],
  ['alerts create --buy-below 1 --telegram --quiet 8:00-08:00', 'Expected two times of day such as 23:00-08:00'],
  ['alerts create --buy-below 1 --telegram --digest 25:00', 'Expected a time of day such as 08:00'],
  ['alerts create --buy-below 1 --telegram --expires soon', 'Expected a time such as'],
  ['alerts create --buy-below 1 --telegram --expires 2099-02-31', 'There is no such day.'],
  ['alerts create --buy-below 1 --telegram --timezone UTC', '--timezone needs --quiet or --digest.'],
])('%s is refused before anything is made', async (line, says) => {
  expect(await run(line)).toMatchObject({ code: 2, err: expect.stringContaining(says) })
})

test('a test waits for the answer, and says by its exit code whether it came', async () => {
  const made = JSON.parse(
    (await run(`webhooks create --url ${receiver.url} --event best_buy --threshold 1 --json`)).out,
  )
  const well = await run(`webhooks test ${made.id.slice(0, 10)} --json`)
  expect({ code: well.code, ping: JSON.parse(well.out) }).toMatchObject({ code: 0, ping: { state: 'delivered' } })
  const lost = await run('webhooks create --url http://127.0.0.1:1/ --event best_buy --threshold 1 --json')
  expect((await run(`webhooks test ${JSON.parse(lost.out).id}`)).code).toBe(1)
  const whole = JSON.parse(lost.out).id
  const told = await onTerminal(['webhooks', 'test', whole], { env, columns: 80 })
  expect(told).toMatchObject({ code: 1, text: expect.stringMatching(/^ +fault +unreachable$/m) })
  const sent = await onTerminal(['webhooks', 'deliveries', whole], { env, columns: 80 })
  const [shown = ''] = sent.text.match(/dl_\w{7}$/m) ?? []
  expect(sent.text).toMatch(/unreachable/)
  expect((await run(`webhooks resend ${whole} ${shown}`)).code).toBe(0)
  const { text } = await onTerminal(['webhooks', 'list'], { env, columns: 80 })
  expect(text).toContain('127.0.0.1:1 ')
  expect(text).toMatch(/^ +event +fiat +threshold +sends to +enabled.* id$/m)
})

test('rules are listed by their names', async () => {
  await run('desk rules create --name desk --nth 3 --base nth --offset -0.05')
  const { text } = await onTerminal(['desk', 'rules', 'list'], { env, columns: 80 })
  expect(text).toMatch(/^ +name +fiat .*\n +desk +UAH/)
})
