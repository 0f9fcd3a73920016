import { expect, test, vi } from 'vitest'
import { createSettings } from '../settings.js'
import { theMarkets } from '../testing/known-market.js'
import { renderPart } from '../testing/render-part.js'
import { apiOf } from '../testing/test-services.js'
import { AboutMe } from './about-me.js'

async function open(me = '') {
  const settings = createSettings(() => ({ getItem: () => null, setItem: () => {} }))
  settings.set('me', me)
  const setAboutMe = vi.fn((text: string) => settings.set('me', text))
  const answers: Readonly<Record<string, unknown>> = {
    'GET /markets': theMarkets(),
    'GET /payment-methods': { payment_methods: [] },
  }
  const api = apiOf(async (address: string) => answers[address])
  const page = await renderPart(<AboutMe fiat="UAH" />, { api, settings, setAboutMe })
  await page.actAndWait(() => {})
  const line = () => page.container.querySelector('p')?.textContent?.trim()
  const press = (text: string) =>
    page.actAndWait(() => {
      const pressed = [...page.container.querySelectorAll<HTMLElement>('button, label')]
      pressed.find(({ textContent }) => textContent?.trim() === text)?.click()
    })
  const type = (label: string, text: string) => page.typeInto(`input[aria-label="${label}"]`, text)
  const send = () =>
    page.actAndWait(
      () => void page.container.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true })),
    )
  return { ...page, setAboutMe, line, press, type, send }
}

test('without a form the line names the usual caller', async () => {
  const { line, container } = await open()
  expect(line()).toBe('About me: a usual caller (10 orders, 95\u00a0%, 30 days) · change')
  expect(container.querySelector('form')).toBeNull()
})

test('the form keeps its filled fields, and the focus returns to its button', async () => {
  const { setAboutMe, press, type, send } = await open()
  await press('change')
  await type('Completed orders', '12')
  await type('Completion, %', '98.5')
  await press('Binance')
  await send()
  expect(setAboutMe).toHaveBeenCalledExactlyOnceWith('my_orders=12&my_completion_pct=98.5&my_exchanges=binance')
  expect(document.activeElement?.textContent).toBe('change')
})

test.each([
  ['Completion, %', '950', 'Type a number up to 100.'],
  ['Account age, days', '-1', 'Type 0 or a number above 0.'],
  ['Completed orders', '12.5', 'Type a whole number up to 9,999,999.'],
])('%s %s is refused at the field, and the form stays', async (label, text, cause) => {
  const { container, setAboutMe, press, type, send } = await open()
  await press('change')
  await type(label, text)
  await send()
  expect(container.querySelector('.is-bad')?.textContent).toBe(cause)
  expect(document.activeElement?.getAttribute('aria-label')).toBe(label)
  expect(setAboutMe).not.toHaveBeenCalled()
})

test('the line names the filled fields, and one button forgets them', async () => {
  const { line, press, setAboutMe } = await open(
    'my_orders=0&my_completion_pct=98.5&my_verified=true&my_exchanges=binance%2Cbybit&my_methods=Monobank',
  )
  expect(line()).toBe('About me: 0 orders, 98.5\u00a0%, verified, on Binance and Bybit, with Monobank · change')
  await press('change')
  await press('Forget')
  expect(setAboutMe).toHaveBeenCalledExactlyOnceWith('')
})
