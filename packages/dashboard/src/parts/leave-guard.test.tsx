import { expect, test } from 'vitest'
import { renderPart } from '../testing/render-part.js'
import { LeaveGuard } from './leave-guard.js'

const open = async () => {
  const page = await renderPart(
    <>
      <LeaveGuard title="You have not copied it" sentence="It is gone then." />
      <a href="/market/UAH">Market</a>
    </>,
  )
  const { container, services } = page
  const press = (text: string) =>
    page.actAndWait(() => {
      for (const one of container.querySelectorAll<HTMLElement>('a, button')) if (one.textContent === text) one.click()
    })
  return { place: container, press, path: () => services.router.url.pathname }
}

test('a user who stays is asked again the next time', async () => {
  const { place, press, path } = await open()
  const before = path()
  await press('Market')
  expect(place.querySelector('dialog')?.textContent).toContain('You have not copied it')
  await press('Stay here')
  expect([path(), place.querySelector('dialog')]).toEqual([before, null])
  await press('Market')
  expect(place.querySelector('dialog')).not.toBeNull()
})

test('a user who leaves anyway reaches the chosen page', async () => {
  const { press, path } = await open()
  await press('Market')
  await press('Leave anyway')
  expect(path()).toBe('/market/UAH')
})
