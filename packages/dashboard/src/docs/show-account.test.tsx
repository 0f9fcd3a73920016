import { expect, test, vi } from 'vitest'
import { createSettings } from '../settings.js'
import { showAccount } from './show-account.js'

function guidePage(member: string) {
  const kept = new Map([['p2p-member', member]])
  const settings = createSettings(() => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
  }))
  const page = document.createElement('div')
  const login = page.appendChild(document.createElement('a'))
  login.className = 'to-login'
  login.textContent = 'Log in'
  const developer = page.appendChild(document.createElement('a'))
  developer.className = 'for-members'
  developer.hidden = true
  return { page, settings, login, developer }
}

const answer = (status: number, body: unknown = {}) =>
  vi.fn(() => Promise.resolve({ ok: status === 200, status, json: () => Promise.resolve(body) }))

test('the guide shows the account and Developer after a page with a session', async () => {
  const { page, settings, login, developer } = guidePage('yes')
  await showAccount(page, settings, answer(200, { email: '<b>ann@example.com' }))
  expect([login.textContent, login.getAttribute('href')]).toEqual(['<b>ann@example.com', '/dev/account'])
  expect(login.children).toHaveLength(0)
  expect(developer.hidden).toBe(false)
})

test('visitors are not asked for, and a session that has ended is forgotten', async () => {
  const visitor = guidePage('')
  const ask = answer(401)
  await showAccount(visitor.page, visitor.settings, ask)
  expect(ask).not.toHaveBeenCalled()
  const { page, settings, login } = guidePage('yes')
  await showAccount(page, settings, ask)
  expect([login.textContent, settings.get('member')]).toEqual(['Log in', ''])
})
