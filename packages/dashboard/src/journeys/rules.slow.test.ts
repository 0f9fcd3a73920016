import type { FormulaPreview, PriceBoardList, RulePrice } from '@p2p-rates/contract'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeFindings } from '../testing/axe.js'
import { needsChromium } from '../testing/browser.js'
import { hostileNames } from '../testing/hostile-names.js'
import { inBrowser } from '../testing/in-browser.js'
import { logIn } from '../testing/log-in.js'
import { makeAdmin } from '../testing/make-admin.js'
import { startPages } from '../testing/start-pages.js'
import { overflowOf } from '../testing/visit.js'

describe('a price by rule', needsChromium, () => {
  const stage = inBrowser(async () => {
    const pages = await startPages({}, { historyDays: 3 })
    await makeAdmin(pages, 'Pro')
    return pages
  })

  beforeAll(async () => void (await logIn(stage())))

  const ask = <Answer>(page: Page, path: string): Promise<Answer> =>
    page.evaluate(async (where) => (await (await fetch(`/web/v1${where}`)).json()) as Answer, path)

  const bare = (text: string | null): string => (text ?? '').replaceAll(',', '')

  // Comes first: Starter allows 60 requests a minute, and the other tests make more.
  test('needs Pro: other plans get that message', async () => {
    const { pages } = stage()
    const page = await stage().open({ path: '/dev', width: 360 })
    const { accounts } = await ask<{ accounts: { id: string }[] }>(page, '/admin/accounts')
    const id = accounts[0]?.id ?? ''
    await pages.server.operator.setPlan(id, 'Starter')
    for (const path of ['/dev/rules', '/dev/rules/new']) {
      await page.goto(pages.url + path)
      await page.getByText('Prices by rule need Pro').waitFor()
      expect(await page.getByRole('button', { name: 'Save rule' }).count()).toBe(0)
    }
    await pages.server.operator.setPlan(id, 'Pro')
  })

  test('is tried on the past, saved, shown, changed and deleted, on a small phone', async () => {
    const page = await stage().open({ path: '/dev/rules', width: 320 })
    await page.getByText('No rules yet').waitFor()
    const here = page.locator('.side-list [aria-current]')
    const { x = -1, width = 321 } = (await here.boundingBox()) ?? {}
    expect({ isInSight: x >= 0 && x + width <= 320, at: [x, width] }).toMatchObject({ isInSight: true })
    await page.getByRole('link', { name: 'New rule' }).click()

    await page.getByRole('button', { name: 'Save rule' }).click()
    await page.getByText('Give it a name.').waitFor()
    await page.getByLabel('Name').fill('<b>Desk')
    await page.getByLabel('Starting from').selectOption({ label: 'the median of the exchanges' })
    await page.getByRole('textbox', { name: 'Plus or minus, %' }).fill('1.5')
    await page.getByRole('textbox', { name: 'Rounded to' }).fill('0.05')
    await page.getByText('rounded to a multiple of 0.05').waitFor()
    const formula = 'base=median&fiat=UAH&offset_pct=1.5&step=0.05'
    const past = await ask<FormulaPreview>(page, `/formula/preview?${formula}`)
    const facts = page.locator('.rule-facts')
    await expect.poll(async () => bare(await facts.textContent())).toContain(`Lowest${past.lowest}`)
    const shown = bare(await facts.textContent())
    for (const figure of [past.highest, past.slots]) expect(shown).toContain(String(figure))
    await page.locator('.price-chart canvas').waitFor()
    await page.getByRole('button', { name: 'Table' }).click()
    expect(await page.locator('.plain-table tbody tr').count()).toBeGreaterThan(100)
    expect(await overflowOf(page)).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Save rule' }).click()

    await page.waitForURL(/dev\/rules\/ru_/)
    const id = page.url().split('/').at(-1)
    const { value } = await ask<RulePrice>(page, `/rules/${id}/price`)
    await expect.poll(async () => page.locator('.value-now').textContent()).toContain(String(value))
    expect(await page.locator('h1').textContent()).toBe('<b>Desk')

    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByText('More: advertisers').click()
    await page.getByRole('textbox', { name: 'Never above' }).fill('10')
    await page.getByText('lowered to the ceiling').waitFor()
    await page.getByText('At the ceiling').waitFor()
    await page.getByRole('textbox', { name: 'Seconds for which' }).fill('3600')
    await page.getByText('1 h', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save rule' }).click()
    await page.locator('.value-now').filter({ hasText: '10.00 UAH' }).waitFor()
    expect(await ask(page, `/rules/${id}`)).toMatchObject({ ceiling: 10, offset_pct: 1.5, last_good_seconds: 3600 })

    await page.getByRole('link', { name: 'All rules' }).click()
    await page.locator('table.records').getByText('10.00 UAH').waitFor()
    expect(await overflowOf(page)).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete <b>Desk' }).click()
    await page.getByRole('button', { name: 'Delete rule' }).click()
    await page.getByText('No rules yet').waitFor()
  })

  test('is public on a board, which is made, opened and deleted, on a small phone', async () => {
    const page = await stage().open({ path: '/dev/boards', width: 320 })
    const name = '<i>Cash'
    await page.evaluate(async (named) => {
      const headers = { 'content-type': 'application/json' }
      await fetch('/web/v1/rules', { method: 'POST', headers, body: JSON.stringify({ name: named, step: 0.05 }) })
    }, name)
    await page.reload()
    await page.getByText('No boards yet.').waitFor()
    await page.getByRole('button', { name: 'New board' }).click()
    await page.getByLabel('Title').fill('<b>Our rates')
    await page.getByRole('checkbox', { name: 'We sell USDT' }).check()
    await page.getByRole('button', { name: 'Time zone of shown times' }).click()
    await page.getByRole('combobox', { name: 'Time zone of shown times' }).fill('Warsaw')
    await page.getByRole('option', { name: 'Europe/Warsaw' }).click()
    await page.getByLabel('Colours').selectOption({ label: 'dark' })
    expect(await overflowOf(page)).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Create board' }).click()

    await page.getByText('Show the HTML').click()
    const { boards } = await ask<PriceBoardList>(page, '/boards')
    expect(boards).toMatchObject([{ title: '<b>Our rates', tz: 'Europe/Warsaw', theme: 'dark', language: 'en' }])
    const url = boards[0]?.url ?? ''
    expect(await page.locator('.code-box code').textContent()).toContain(`<iframe src="${url}"`)
    expect(await overflowOf(page)).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    const [shown] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Preview <b>Our rates in a new tab' }).click(),
    ])
    await shown.getByText('We sell USDT').waitFor()
    expect(await shown.locator('h1').textContent()).toBe('<b>Our rates')
    await shown.close()

    await page.getByRole('button', { name: 'Delete the board <b>Our rates' }).click()
    await page.getByRole('button', { name: 'Delete board' }).click()
    await page.getByText('No boards yet.').waitFor()
    // A server looks a board up once a second.
    await expect.poll(async () => (await fetch(url)).status).toBe(404)
  })

  test('counts what people choose: exchanges, ways to pay, an amount, less instead of more', async () => {
    const page = await stage().open({ path: '/dev/rules/new', language: 'uk' })
    await page.getByLabel('Назва').fill('Каса')
    await page.getByLabel('Що робить ваш обмінник').selectOption({ label: 'Купую USDT у клієнтів' })
    await page.getByLabel('Починається з').selectOption({ label: 'середня ціна для суми' })
    await page.getByText('Введіть суму, яку треба виконати.').waitFor()
    await page.getByRole('textbox', { name: 'Сума, UAH' }).fill('20000')
    await page.getByText('Більше: учасники').click()
    await page.getByLabel('Binance').check()
    await page.getByRole('button', { name: 'Без цих способів оплати: Додати спосіб' }).click()
    await page.getByRole('combobox', { name: 'Без цих способів оплати' }).fill('monobank')
    await page.keyboard.press('Enter')
    await page.getByLabel('Потім у відсотках: додати чи відняти').selectOption({ label: 'відняти' })
    await page.getByRole('textbox', { name: 'Потім у відсотках' }).fill('2')
    await page.getByText('Простежено година за годиною').waitFor()
    await page.getByRole('button', { name: 'Зберегти правило' }).click()
    await page.waitForURL(/dev\/rules\/ru_/)
    const { rules } = await ask<{ rules: object[] }>(page, '/rules')
    expect(rules.at(-1)).toMatchObject({
      side: 'SELL',
      base: 'size',
      amount: 20_000,
      exchanges: ['binance'],
      payment_methods: [],
      exclude_methods: ['monobank'],
      offset_pct: -2,
    })
  })

  test('accepts any name, and no name runs as code', async () => {
    const page = await stage().open({ path: '/dev/rules', width: 360 })
    const names = hostileNames(15).map((name) => [...name].slice(0, 60).join(''))
    await page.evaluate(async (all) => {
      const headers = { 'content-type': 'application/json' }
      for (const { id } of (await (await fetch('/web/v1/rules')).json()).rules)
        await fetch(`/web/v1/rules/${id}`, { method: 'DELETE', headers, body: '{}' })
      for (const name of all) await fetch('/web/v1/rules', { method: 'POST', headers, body: JSON.stringify({ name }) })
    }, names)
    await page.reload()
    const rows = page.locator('table.records tbody tr')
    await rows.nth(5).waitFor()
    for (const address of await rows
      .locator('a.plain')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href)))
      expect(address).toContain('/dev/rules/ru_')
    expect(await overflowOf(page)).toBe(0)
    await rows.first().locator('a.plain').click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Name').waitFor()
    expect(await overflowOf(page)).toBe(0)
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
    expect(await axeFindings(page)).toEqual([])
  })
})
