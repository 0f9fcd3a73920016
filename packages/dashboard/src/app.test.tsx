import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { App, loadPage, pageKeyOf, pageOf } from './app.js'
import { createRouter } from './routes/router.js'
import { type RenderedPart, renderPart } from './testing/render-part.js'
// The page loads it while people type: it must not come after the test.
import './quote/quote-answer.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

async function openAt(path: string): Promise<RenderedPart> {
  window.history.replaceState(null, '', path)
  const router = createRouter(window, pageKeyOf)
  const page = pageOf(router.url) ?? expect.fail(`There is no page at ${path}.`)
  await loadPage(page, 'en')
  return renderPart(<App />, { router })
}

test.each(['/', '/market/UAH'])('%s keeps what people type with pauses, and the focus', async (path) => {
  const { container, actAndWait } = await openAt(path)
  const field = container.querySelector<HTMLInputElement>('.asking input.num') ?? expect.fail('There is no amount.')
  await actAndWait(() => field.focus())
  let typed = ''
  for (const digit of '20000') {
    typed += digit
    await actAndWait(async () => {
      field.value = typed
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await vi.advanceTimersByTimeAsync(500)
    })
    expect([document.activeElement, field.value]).toEqual([field, typed])
  }
  expect(window.location.href).toContain('/market/UAH?amount=20000')
})

test('a choice on the start page leaves the page where the reader has scrolled to', async () => {
  const { container, actAndWait, services } = await openAt('/')
  const scrollTo = vi.spyOn(window, 'scrollTo')
  const field = container.querySelector<HTMLInputElement>('.asking input.num') ?? expect.fail('There is no amount.')
  await actAndWait(() => field.focus())
  await actAndWait(() => services.router.navigate('/market/UAH?range=7d'))
  expect([scrollTo.mock.calls, document.activeElement]).toEqual([[], field])
})

test('another thing of the same page is another place', async () => {
  const { container, actAndWait, services } = await openAt('/')
  const scrollTo = vi.spyOn(window, 'scrollTo')
  await actAndWait(() => services.router.navigate('/market/PLN'))
  expect(scrollTo.mock.calls).toEqual([[0, 0]])
  expect(document.activeElement).toBe(container.querySelector('h1'))
})
