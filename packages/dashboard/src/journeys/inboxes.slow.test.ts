import { createServer } from 'node:net'
import { startBotStandIn, startMailStandIn } from '@p2p-rates/server/testing'
import { type Receiver, startReceiver } from '@p2p-rates/simulator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFindings } from '../testing/axe.js'
import { needsChromium } from '../testing/browser.js'
import { inBrowser } from '../testing/in-browser.js'
import { makeAdmin, person } from '../testing/make-admin.js'
import { startPages } from '../testing/start-pages.js'
import { overflowOf, visit } from '../testing/visit.js'

/** Links in mails name the address before the server listens there. */
const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => done(port))
    })
  })

describe('inboxes', needsChromium, () => {
  let bot: Awaited<ReturnType<typeof startBotStandIn>>
  let mail: Awaited<ReturnType<typeof startMailStandIn>>
  let receiver: Receiver
  beforeAll(async () => {
    bot = await startBotStandIn()
    mail = await startMailStandIn()
    receiver = await startReceiver()
  })
  afterAll(async () => {
    await bot?.close()
    await mail?.close()
    await receiver?.close()
  })
  const stage = inBrowser(async () => {
    const port = await freePort()
    const pages = await startPages({
      P2P_PORT: String(port),
      P2P_PUBLIC_URL: `http://127.0.0.1:${port}`,
      P2P_TELEGRAM_TOKEN: bot.token,
      P2P_TELEGRAM_API_URL: bot.url,
      P2P_SMTP_URL: mail.url,
      P2P_SMTP_FROM: 'alerts@rates.example.com',
      P2P_CYCLE_SECONDS: '1',
      P2P_PRIVATE_RECEIVERS: 'true',
    })
    await makeAdmin(pages, 'Pro')
    return pages
  })

  test('are linked and confirmed by their readers, take alerts, and are stopped by them', async () => {
    const { pages, browser } = stage()
    const { link } = await pages.server.operator.loginLink(person.email)
    const page = await visit(browser, pages.url, { path: link.slice(pages.url.length), width: 360 })
    await page.waitForURL(`${pages.url}/dev`)
    await page.goto(`${pages.url}/dev/webhooks`)

    await page.getByRole('button', { name: 'Link a Telegram chat' }).click()
    const start = (await page.getByText(/^\/start [\w-]{32}$/).textContent()) ?? ''
    bot.write(77, start, {}, { title: '<b>Desk' })
    await expect.poll(() => bot.sent.length).toBe(1)

    const kind = page.getByLabel('Send alerts to')
    await kind.selectOption('E-mail')
    await page.getByLabel('E-mail address').fill('desk@example.com')
    await page.getByRole('button', { name: 'Send a confirmation link' }).click()
    await page.getByText('A link is on its way').waitFor()
    const [confirm = ''] = /http:\/\/127\S+confirm#[\w-]+/.exec(mail.mails[0]?.text ?? '') ?? []
    await page.goto(confirm)
    await page.getByRole('button', { name: 'Yes, send them' }).click()
    await page.getByText('gets alerts from now on').waitFor()

    for (const [name, field, path] of [
      ['ntfy', 'Address of the topic', '/topic'],
      ['Discord', 'Address of the webhook of the channel', '/discord'],
      ['Slack', 'Address of the incoming webhook', '/slack'],
    ] as const) {
      await page.goto(`${pages.url}/dev/webhooks`)
      await kind.selectOption(name)
      await page.getByLabel(field).fill(`${receiver.url}${path}`)
      expect(await overflowOf(page)).toBe(0)
      await page.getByRole('button', { name: 'Send a confirmation link' }).click()
      await page.getByText('A link is on its way').waitFor()
    }
    expect(receiver.deliveries.map(({ path }) => path)).toEqual(['/topic', '/discord', '/slack'])
    expect(await axeFindings(page)).toEqual([])

    await page.goto(`${pages.url}/dev/webhooks/new?threshold=1000`)
    expect(await overflowOf(page)).toBe(0)
    await page.getByLabel('Recipient').selectOption({ label: 'E-mail: desk@example.com' })
    // An e-mail or chat recipient gets no signed request, hence no secret.
    await page.getByText('It is not signed').waitFor()
    expect(await page.getByText('The secret is shown once').count()).toBe(0)
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.getByRole('heading', { name: 'The webhook is created' }).waitFor()
    await expect.poll(() => mail.mails.length, { timeout: 10_000 }).toBe(2)

    await page.getByRole('link', { name: 'Done' }).click()
    await page.getByText('E-mail: desk@example.com').waitFor()
    expect(await page.getByRole('button', { name: 'Replace secret' }).count()).toBe(0)

    const [stop = ''] = /http:\/\/127\S+\/stop\/[\w-]+/.exec(mail.mails[1]?.text ?? '') ?? []
    await page.goto(stop)
    await page.getByRole('button', { name: 'Stop them' }).click()
    await page.getByText('No more alerts are sent.').waitFor()
    await page.goto(`${pages.url}/dev/webhooks`)
    await page.getByText('its recipient unsubscribed').waitFor()
    await page.getByText('<b>Desk').waitFor()
  })
})
