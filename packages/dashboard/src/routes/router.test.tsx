import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRouter, type Router } from './router.js'

let router: Router
const start = () =>
  createRouter(
    window,
    ({ pathname }) => (pathname === '/' ? '/market/UAH' : pathname),
    ({ pathname }) => pathname === '/join',
  )
beforeEach(() => window.history.replaceState(null, '', '/'))
afterEach(() => {
  router.detachRouter()
  vi.restoreAllMocks()
})

test('a secret leaves the address bar at once, and the page still has it', () => {
  window.history.replaceState(null, '', '/join#s3cret')
  router = start()
  expect(window.location.href).not.toContain('s3cret')
  expect(router.url.hash).toBe('#s3cret')
})

test('a link with a secret puts it into no address and no entry of the history', () => {
  router = start()
  router.navigate('/join#s3cret')
  expect([window.location.pathname, window.location.hash, router.url.hash]).toEqual(['/join', '', '#s3cret'])
  router.navigate('/join#other', 'correction')
  expect([window.location.hash, router.url.hash]).toEqual(['', '#other'])
})

test('what stands after the # of any other page is a place, and stays', () => {
  router = start()
  router.navigate('/docs#limits')
  expect(window.location.hash).toBe('#limits')
})

test('once the next page must come from the server, another page is loaded and another view of this one is not', () => {
  router = start()
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  router.reloadOnNextNavigation()
  router.navigate('/?amount=5')
  expect([assign.mock.calls.length, router.url.search]).toEqual([0, '?amount=5'])
  router.navigate('/dev')
  expect(String(assign.mock.calls[0]?.[0])).toMatch(/\/dev$/)
  expect(router.url.pathname).toBe('/')
})
