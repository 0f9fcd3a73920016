import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { App, loadPage, pageOf, placeAt } from './app.js'
import { createRouter } from './routes/router.js'
import { type Drawn, drawn } from './testing/drawn.js'
// The page loads it while people type: it must not come after the test.
import './quote/quote-result.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

async function openAt(path: string): Promise<Drawn> {
  window.history.replaceState(null, '', path)
  const router = createRouter(window, placeAt)
  const page = pageOf(router.url) ?? expect.fail(`There is no page at ${path}.`)
  await loadPage(page, 'en')
  return drawn(<App />, { router })
}

test.each(['/', '/market/UAH'])('%s keeps what people type with pauses, and the focus', async (path) => {
  const { place, after } = await openAt(path)
  const field = place.querySelector<HTMLInputElement>('.quote-form input.num') ?? expect.fail('There is no amount.')
  await after(() => field.focus())
  let typed = ''
  for (const digit of '20000') {
    typed += digit
    await after(async () => {
      field.value = typed
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await vi.advanceTimersByTimeAsync(500)
    })
    expect([document.activeElement, field.value]).toEqual([field, typed])
  }
  expect(window.location.href).toContain('/market/UAH?amount=20000')
})

test('a choice on the start page leaves the page where the reader has scrolled to', async () => {
  const { place, after, services } = await openAt('/')
  const scrollTo = vi.spyOn(window, 'scrollTo')
  const field = place.querySelector<HTMLInputElement>('.quote-form input.num') ?? expect.fail('There is no amount.')
  await after(() => field.focus())
  await after(() => services.router.go('/market/UAH?range=7d'))
  expect([scrollTo.mock.calls, document.activeElement]).toEqual([[], field])
})

test('another thing of the same page is another place', async () => {
  const { place, after, services } = await openAt('/')
  const scrollTo = vi.spyOn(window, 'scrollTo')
  await after(() => services.router.go('/market/PLN'))
  expect(scrollTo.mock.calls).toEqual([[0, 0]])
  expect(document.activeElement).toBe(place.querySelector('h1'))
})
