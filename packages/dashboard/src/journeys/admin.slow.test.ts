import { beforeAll, describe, expect, test } from 'vitest'
import { needsChromium } from '../testing/browser.js'
import { inBrowser } from '../testing/in-browser.js'
import { logIn } from '../testing/log-in.js'
import { makeAdmin, person } from '../testing/make-admin.js'
import { startPages } from '../testing/start-pages.js'
import { overflowOf } from '../testing/visit.js'

describe('an admin', needsChromium, () => {
  const stage = inBrowser(async () => {
    const pages = await startPages()
    await makeAdmin(pages)
    return pages
  })

  beforeAll(async () => void (await logIn(stage())))

  test('finds an account, gives it another plan, makes a link for a new password, and deletes it', async () => {
    const { pages } = stage()
    const page = await stage().open({ path: '/dev' })
    await page.locator('.account-menu summary').click()
    await page.locator('.account-menu').getByRole('link', { name: 'Admin' }).click()
    await page.waitForURL(`${pages.url}/admin/accounts`)
    await page.getByRole('button', { name: `Password link: ${person.email}` }).click()
    expect(await page.locator('.secret-box code').innerText()).toMatch(/\/reset#./)
    await page.getByRole('button', { name: 'Done' }).click()

    await page.getByLabel('Find').fill('test free')
    await page.keyboard.press('Enter')
    const row = page.locator('tbody tr')
    await expect.poll(() => row.count()).toBe(1)
    expect(page.url()).not.toContain('free')
    const me = async () => await fetch(`${pages.baseUrl}/me`, { headers: { 'X-API-Key': pages.keys.Free } })
    await row.getByRole('combobox').selectOption('Pro')
    await expect.poll(async () => ((await (await me()).json()) as { plan: string }).plan).toBe('Pro')

    await page.getByRole('button', { name: 'Delete: Test Free' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).last().click()
    await page.getByText('No accounts found.').waitFor()
    expect((await me()).status).toBe(401)
  })

  test.each(['accounts', 'invites', 'plans', 'sources'])('sees %s on a phone, with nothing to scroll', async (room) => {
    const page = await stage().open({ path: `/admin/${room}`, width: 360 })
    await page
      .locator(room === 'invites' ? '.empty' : 'table.records tbody tr')
      .first()
      .waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    // Registration is closed as installed.
    if (room === 'invites') {
      await page.getByText('start the server with P2P_REGISTRATION=invite').waitFor()
      expect(await page.locator('main input').count()).toBe(0)
    }
    expect(await overflowOf(page)).toBe(0)
  })

  test('is offered no plan request, because the operator takes none', async () => {
    const page = await stage().open({ path: '/dev/account' })
    await page.getByText('This operator does not change plans on request.').waitFor()
    expect(await page.locator('main').getByRole('combobox').count()).toBe(0)
  })
})
