import { describe, expect, test } from 'vitest'
import { needsChromium } from '../testing/browser.js'
import { inBrowser } from '../testing/in-browser.js'
import { keyboardOf } from '../testing/keyboard.js'
import { makeAdmin, person } from '../testing/make-admin.js'
import { startPages } from '../testing/start-pages.js'
import { visit } from '../testing/visit.js'
import { waitForUsageRow } from '../testing/wait-for-usage-row.js'

describe('a developer', needsChromium, () => {
  const stage = inBrowser(async () => {
    const pages = await startPages()
    await makeAdmin(pages)
    return pages
  })

  const ask = (key: string) => fetch(`${stage().pages.baseUrl}/rates?fiat=UAH`, { headers: { 'X-API-Key': key } })

  test('an invited user logs in, makes a key, sees its requests, revokes it, and logs out', async () => {
    const { pages, browser } = stage()
    const page = await visit(browser, pages.url, { path: '/dev/keys' })
    await page.waitForURL('**/login?next=%2Fdev%2Fkeys')
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill('not my password')
    await page.locator('main').getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.locator('main').getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL('**/dev/keys')

    await page.getByText('Create key').first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('<b>desk</b>')
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = await page.locator('.secret-box code').innerText()
    await page.locator('.secret-box button').click()
    expect((await ask(key)).status).toBe(200)
    expect((await ask(key)).status).toBe(200)
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await page.getByRole('button', { name: 'Rename <b>desk</b>' }).waitFor()
    expect(await page.locator('main').innerText()).not.toContain(key)

    await page.goto(`${pages.url}/dev/usage?key=${key.slice(0, 12)}`)
    await waitForUsageRow(page, /^rates 2 /)

    await page.goto(`${pages.url}/dev/keys`)
    await page.getByRole('button', { name: 'Revoke <b>desk</b>' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByRole('button', { name: 'Revoke <b>desk</b>' }).waitFor({ state: 'detached' })
    expect((await ask(key)).status).toBe(401)

    const other = await page.context().newPage()
    await other.goto(`${pages.url}/dev/keys`)
    await page.locator('.account-menu summary').click()
    await page.locator('.account-menu').getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL(`${pages.url}/`)
    await other.waitForURL('**/login?next=%2Fdev%2Fkeys')
    await page.locator('.account-login').waitFor()
    await page.goto(`${pages.url}/dev/keys`)
    await page.waitForURL('**/login?next=%2Fdev%2Fkeys')
  })

  test('does the same by keyboard alone', async () => {
    const { pages, browser } = stage()
    const page = await visit(browser, pages.url, { path: '/login' })
    const { focused, tabTo } = keyboardOf(page)
    await page.getByLabel('E-mail').waitFor()
    await tabTo('E-mail')
    await page.keyboard.type(person.email)
    await tabTo('Password')
    await page.keyboard.type(person.password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dev')
    await page.locator('main h1').waitFor()

    await page.keyboard.press('g')
    await page.keyboard.press('k')
    await page.waitForURL('**/dev/keys')
    await page.getByText('Create key').first().waitFor()
    await tabTo('Create key')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    await expect.poll(focused).toBe('Name')
    await page.keyboard.type('by hand')
    await page.keyboard.press('Enter')
    const secret = page.locator('.secret-box code')
    await secret.waitFor()
    const key = await secret.innerText()
    await tabTo('Copy')
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('Copied')
    expect((await ask(key)).status).toBe(200)
    await tabTo('Done')
    await page.keyboard.press('Enter')

    await page.goto(`${pages.url}/dev/usage?key=${key.slice(0, 12)}`)
    await waitForUsageRow(page, /^rates 1 /)

    await tabTo(person.email)
    await page.keyboard.press('Enter')
    await tabTo('Log out')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${pages.url}/`)
    await page.locator('.account-login').waitFor()
  })
})
