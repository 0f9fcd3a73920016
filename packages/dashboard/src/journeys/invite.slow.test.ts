import { describe, expect, test } from 'vitest'
import { needsChromium } from '../testing/browser.js'
import { inBrowser } from '../testing/in-browser.js'
import { makeAdmin, person } from '../testing/make-admin.js'
import { startPages } from '../testing/start-pages.js'
import { overflowOf, visit } from '../testing/visit.js'

describe('a visitor with a link', needsChromium, () => {
  const stage = inBrowser(async () => {
    const pages = await startPages({ P2P_REGISTRATION: 'invite' })
    await makeAdmin(pages)
    return pages
  })

  test('an admin logs in without a password, once, and invites a user, who makes an account', async () => {
    const { pages, browser } = stage()
    const { link } = await pages.server.operator.loginLink(person.email)
    const path = link.slice(pages.url.length)
    expect(path).toMatch(/^\/login#./)
    const page = await visit(browser, pages.url, { path, width: 360 })
    await page.waitForURL(`${pages.url}/dev`)

    await page.goto(`${pages.url}/admin/invites`)
    await page.getByText('No invites yet').waitFor()
    await page.getByLabel('For whom').fill('<i>Ann</i> of the desk')
    await page.getByRole('button', { name: 'Create invite' }).click()
    const invite = await page.locator('.secret-box code').innerText()
    await page.getByRole('button', { name: 'Done' }).click()
    const row = page.locator('tbody tr')
    expect(await row.innerText()).toMatch(/<i>Ann<\/i> of the desk[\s\S]*until/)
    expect(await page.locator('main').innerText()).not.toContain(invite)
    expect(await overflowOf(page)).toBe(0)

    const guest = await visit(browser, pages.url, { path: invite.slice(pages.url.length) })
    await guest.getByLabel('E-mail').fill('ann@example.com')
    expect(guest.url()).toBe(`${pages.url}/join`)
    await guest.getByLabel('Password', { exact: true }).fill('another long password')
    await guest.getByRole('button', { name: 'Create account' }).click()
    await guest.waitForURL(`${pages.url}/dev/keys`)
    await guest.locator('.account-menu summary').click()
    expect(await guest.locator('.account-menu').innerText()).not.toContain('Admin')
    await guest.goto(`${pages.url}/admin/invites`)
    await guest.getByText('Only admins see this page.').waitFor()

    await page.reload()
    await page.locator('tr.is-over').getByText('used').waitFor()
    await page.getByRole('button', { name: 'Create invite' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('button', { name: 'Withdraw' }).waitFor({ state: 'detached' })

    const late = await visit(browser, pages.url, { path })
    await late.getByRole('alert').waitFor()
    expect(late.url()).toBe(`${pages.url}/login`)
  })
})
