import { expect, test, vi } from 'vitest'
import { renderPart } from '../testing/render-part.js'
import { Picker } from './picker.js'

const options = [
  { value: 'UAH', label: 'UAH', note: 'Ukrainian hryvnia' },
  { value: 'EUR', label: 'EUR', note: 'Euro' },
  { value: 'KZT', label: 'KZT', note: 'Kazakhstani tenge' },
]

const draw = async (onPick: (value: string) => void, freeText = 0) => {
  const one = await renderPart(
    <Picker label="Currency" value="UAH" options={options} onPick={onPick} freeText={freeText}>
      UAH
    </Picker>,
  )
  const button = one.container.querySelector('button') as HTMLButtonElement
  await one.actAndWait(async () => void (await import('./picker-list.js')))
  await one.actAndWait(() => button.click())
  const input = one.container.querySelector('input') as HTMLInputElement
  const type = (text: string) => one.typeInto('input', text)
  const press = (key: string) =>
    one.actAndWait(
      () => void input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
    )
  const shown = () => [...one.container.querySelectorAll('[role=option]')].map(({ textContent }) => textContent?.trim())
  return { place: one.container, button, input, type, press, shown }
}

test('opens on the picked entry, finds by typing, and gives the focus back', async () => {
  const onPick = vi.fn()
  const { place, button, input, type, press, shown } = await draw(onPick)
  expect(document.activeElement).toBe(input)
  expect(input.getAttribute('aria-activedescendant')).toBe(place.querySelector('[role=option]')?.id)
  await type('kaz')
  expect(shown()).toEqual(['KZT Kazakhstani tenge'])
  await press('Enter')
  expect(onPick.mock.calls).toEqual([['KZT']])
  expect(document.activeElement).toBe(button)
  expect(place.querySelector('[role=listbox]')).toBeNull()
})

test('arrows choose, and stop at both ends', async () => {
  const onPick = vi.fn()
  const { press } = await draw(onPick)
  for (const key of ['ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) await press(key)
  await press('Enter')
  expect(onPick.mock.calls).toEqual([['EUR']])
})

test('Escape closes without picking', async () => {
  const onPick = vi.fn()
  const { button, press } = await draw(onPick)
  await press('ArrowDown')
  await press('Escape')
  expect(onPick).not.toHaveBeenCalled()
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(button)
})

test('a picked entry is not picked again', async () => {
  const onPick = vi.fn()
  const { press } = await draw(onPick)
  await press('Enter')
  expect(onPick).not.toHaveBeenCalled()
})

test('takes an unlisted entry only if that is allowed', async () => {
  const strict = vi.fn()
  const first = await draw(strict)
  await first.type('My bank')
  expect(first.shown()).toEqual([])
  await first.press('Enter')
  expect(strict).not.toHaveBeenCalled()
  const free = vi.fn()
  const { type, press } = await draw(free, 64)
  await type(' My bank ')
  await press('Enter')
  expect(free.mock.calls).toEqual([['My bank']])
})
