import { type Receiver, startReceiver } from '@p2p-rates/simulator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFindings } from '../testing/axe.js'
import { needsChromium } from '../testing/browser.js'
import { inBrowser } from '../testing/in-browser.js'
import { keyboardOf } from '../testing/keyboard.js'
import { logIn } from '../testing/log-in.js'
import { makeAdmin } from '../testing/make-admin.js'
import { startPages } from '../testing/start-pages.js'
import { overflowOf } from '../testing/visit.js'

describe('a webhook', needsChromium, () => {
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver()
  })
  afterAll(() => receiver?.close())
  const stage = inBrowser(async () => {
    const pages = await startPages({ P2P_PRIVATE_RECEIVERS: 'true', P2P_CYCLE_SECONDS: '1' })
    await makeAdmin(pages, 'Pro')
    return pages
  })
  beforeAll(async () => void (await logIn(stage())))

  test('is made by a sentence, tested, and seen to fire', async () => {
    const { pages } = stage()
    const page = await stage().open({ path: '/dev/webhooks', width: 360 })
    await page.getByText('No webhooks yet').waitFor()
    await page.goto(`${pages.url}/dev/webhooks/new`)

    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.getByText('Type the price at which it fires.').waitFor()
    await page.getByRole('textbox', { name: 'Threshold' }).fill('1 000')
    await page.getByText('It would fire with the next prices that are not of low confidence.').waitFor()
    await page.waitForURL('**/dev/webhooks/new?threshold=1000')
    // The receiver's address is private and must not appear in a URL.
    await page.getByLabel('Send it to').fill(`${receiver.url}/hook`)
    expect(page.url()).not.toContain('hook%2F')
    expect(await overflowOf(page)).toBe(0)
    await page.getByRole('button', { name: 'Create webhook' }).click()

    expect(await page.locator('.secret-box code').innerText()).toMatch(/^whsec_/)
    await page.locator('.secret-box button').click()
    expect(page.url()).toMatch(/dev\/webhooks\/wh_[^/?]+$/)
    const rows = page.locator('.log tbody tr')
    await rows.filter({ hasText: 'best_buy' }).filter({ hasText: '200' }).waitFor()
    await page.getByRole('button', { name: 'Send test' }).click()
    await rows.filter({ hasText: 'ping' }).filter({ hasText: '200' }).waitFor()
    expect(receiver.deliveries.map(({ body }) => JSON.parse(body).event).toSorted()).toEqual(['best_buy', 'ping'])

    await page.getByRole('link', { name: 'Done' }).click()
    await page.waitForURL(/dev\/webhooks\/[^/?]+$/)
    await rows.nth(1).waitFor()
    expect(await overflowOf(page)).toBe(0)
  })

  test('has its conditions in one line, as high as each other', async () => {
    const page = await stage().open({ path: '/dev/webhooks/new' })
    const boxes = await Promise.all(
      [page.getByRole('textbox', { name: 'For an amount in UAH' }), page.getByLabel('Confidence')].map(
        async (field) => {
          const box = await field.boundingBox()
          return { y: box?.y, height: box?.height }
        },
      ),
    )
    expect(boxes[0]).toEqual(boxes[1])
  })

  test('asks for an amount, a method, confidence and time, and is changed in all of them', async () => {
    const page = await stage().open({ path: '/dev/webhooks/new?threshold=1000&method=monobank', width: 320 })
    await page.getByRole('textbox', { name: 'For an amount in UAH' }).fill('5 000')
    await page.getByLabel('Confidence').selectOption({ label: 'high only' })
    await page.getByRole('textbox', { name: 'Seconds it must hold' }).fill('900')
    await page.getByText('It waits until the value has held for 15 min').waitFor()
    await page.getByText('while confidence is not high').waitFor()
    await page.waitForURL('**/dev/webhooks/new?*confidence=high&hold=900')
    await page.locator('.code-box').getByText('"fill_amount": 5000').waitFor()
    expect(await overflowOf(page)).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    await page.getByLabel('Send it to').fill(`${receiver.url}/strict`)
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.locator('.secret-box button').click()
    await page.getByRole('link', { name: 'Done' }).click()
    await page.waitForURL(/dev\/webhooks\/wh_/)
    const sentence = page.locator('h1')
    await sentence
      .getByText('as the average for 5,000 UAH, at high confidence only, once it has held for 15 min')
      .waitFor()

    const asked = () =>
      page.evaluate(async (where) => (await fetch(where)).json(), `/web/v1/webhooks/${page.url().split('/').at(-1)}`)
    expect(await asked()).toMatchObject({
      payment_method: 'monobank',
      fill_amount: 5_000,
      min_confidence: 'high',
      hold_seconds: 900,
    })
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'For an amount in UAH' }).fill('')
    await page.getByLabel('Confidence').selectOption({ label: 'medium or high' })
    await page.getByRole('textbox', { name: 'Seconds it must hold' }).fill('60')
    await page.getByRole('button', { name: 'Save' }).click()
    await sentence.getByText('once it has held for 60 s').waitFor()
    expect(await asked()).toMatchObject({ fill_amount: null, min_confidence: null, hold_seconds: 60 })
    expect(await overflowOf(page)).toBe(0)
  })

  test('has quiet hours, daily prices and a last day, folded away, and is changed in all of them', async () => {
    const page = await stage().open({ path: '/dev/webhooks/new?threshold=1', width: 360 })
    const times = page.getByText('Quiet hours, daily prices, last day')
    expect(await page.getByLabel('Quiet from').isVisible()).toBe(false)
    await times.click()
    await page.getByLabel('Quiet from').fill('23:00')
    await page.getByLabel('Daily prices at').fill('08:00')
    await page.getByLabel('Last day').fill('2099-12-31')
    await page.getByLabel('Send it to').fill(`${receiver.url}/times`)
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.getByText('Type both ends of the quiet hours').waitFor()
    await page.getByLabel('Quiet until').fill('08:00')
    expect(await overflowOf(page)).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.locator('.secret-box button').click()
    await page.getByRole('link', { name: 'Done' }).click()
    await page.getByText(/Quiet 23:00–08:00 \(.+\)\. Prices daily at 08:00 \(.+\)\. Ends .*2100/).waitFor()
    const asked = () =>
      page.evaluate(async (where) => (await fetch(where)).json(), `/web/v1/webhooks/${page.url().split('/').at(-1)}`)
    const zone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)
    expect(await asked()).toMatchObject({ quiet_hours: '23:00-08:00', digest_time: '08:00', tz: zone })
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Quiet from').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Type both ends of the quiet hours').waitFor()
    await page.getByLabel('Quiet until').fill('')
    await page.getByLabel('Last day').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Ends').waitFor({ state: 'detached' })
    expect(await asked()).toMatchObject({ quiet_hours: null, digest_time: '08:00', tz: zone, expires_at: null })
    expect(await overflowOf(page)).toBe(0)
  })

  test('may wait for a round trip that loses little', async () => {
    const page = await stage().open({ path: '/dev/webhooks/new?event=spread' })
    await page.getByRole('textbox', { name: 'Threshold' }).fill('-0.5')
    await page.waitForURL('**/dev/webhooks/new?event=spread&threshold=-0.5')
    expect(await page.getByRole('textbox', { name: 'For an amount' }).count()).toBe(0)
    await page.getByLabel('Send it to').fill(`${receiver.url}/loss`)
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.locator('.secret-box').waitFor()
    await page.getByText('leaves at least −0.5 %').waitFor()
  })

  test('is made, turned off and deleted by keyboard alone', async () => {
    const { pages } = stage()
    const page = await stage().open({ path: '/dev/webhooks/new?event=best_sell&threshold=1000' })
    const { focused, tabTo } = keyboardOf(page)
    await page.getByLabel('Send it to').waitFor()
    await tabTo('Send it to (https, public address)')
    await page.keyboard.type(`${receiver.url}/keyboard`)
    await page.keyboard.press('Enter')
    await page.locator('.secret-box').waitFor()
    await expect.poll(focused).toBe('The webhook is created')
    await tabTo('Copy')
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('Copied')
    await tabTo('Done')
    await page.keyboard.press('Enter')
    await page.waitForURL(/dev\/webhooks\/[^/?]+$/)
    for (const [verb, sure] of [
      ['Turn off', 'Turn off'],
      ['Delete', 'Delete webhook'],
    ] as const) {
      await page.getByRole('button', { name: verb, exact: true }).waitFor()
      await page.locator('h1').focus()
      await tabTo(verb)
      await page.keyboard.press('Enter')
      await page.locator('dialog[open]').waitFor()
      await tabTo(sure)
      await page.keyboard.press('Enter')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
    }
    await page.waitForURL(`${pages.url}/dev/webhooks`)
    expect(receiver.deliveries.filter(({ path }) => path === '/keyboard')).toEqual([])
  })
})
