import { describe, expect, test } from 'vitest'
import { needsChromium } from '../testing/browser.js'
import { inBrowser } from '../testing/in-browser.js'
import { keyboardOf } from '../testing/keyboard.js'
import { makeAdmin, person } from '../testing/make-admin.js'
import { startPages } from '../testing/start-pages.js'
import { visit } from '../testing/visit.js'
import { waitForUsageRow } from '../testing/wait-for-usage-row.js'

describe('with open registration', needsChromium, () => {
  const stage = inBrowser(async () => {
    const pages = await startPages({ P2P_REGISTRATION: 'open' })
    await makeAdmin(pages)
    return pages
  })

  test('a visitor registers, makes a key, calls with it and sees the request, by keyboard alone', async () => {
    const { pages, browser } = stage()
    const page = await visit(browser, pages.url, { path: '/market/UAH' })
    const { focused, tabTo } = keyboardOf(page)
    await page.locator('.account-login').waitFor()
    await tabTo('Log in')
    await page.keyboard.press('Enter')
    await page.getByText('No account yet?').waitFor()
    await tabTo('Create account')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${pages.url}/join`)
    await page.getByText('It is free of charge.').waitFor()
    await tabTo('E-mail')
    await page.keyboard.type(person.email)
    await tabTo('Password')
    await page.keyboard.type('a long password of my own')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('E-mail').inputValue()).toBe(person.email)
    await page.getByLabel('E-mail').focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('taras@example.com')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${pages.url}/dev/keys`)

    await page.getByText('Create key').first().waitFor()
    await tabTo('Create key')
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('Name')
    await page.keyboard.type('mine')
    await page.keyboard.press('Enter')
    const key = await page.locator('.secret-box code').innerText()
    const answer = await fetch(`${pages.baseUrl}/rates?fiat=UAH`, { headers: { 'X-API-Key': key } })
    expect(answer.status).toBe(200)
    await tabTo('Copy')
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('Copied')
    await page.goto(`${pages.url}/dev/usage`)
    await waitForUsageRow(page, /^rates 1 /)
  })
})
