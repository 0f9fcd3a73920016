import { expect, test, vi } from 'vitest'
import { renderPart } from '../testing/render-part.js'
import { AmountField } from './amount-field.js'

test('reads typed text, reports mistakes, and writes the number back grouped', async () => {
  const onType = vi.fn()
  const field = (value: string) => <AmountField label="Amount" value={value} onType={onType} />
  const one = await renderPart(field('20000'))
  const input = one.container.querySelector('input') as HTMLInputElement
  const type = (text: string) => one.typeInto('input', text)
  expect(input.value).toBe('20,000')
  await type('1 234.50')
  await type('1x')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(one.container.querySelector(`#${input.getAttribute('aria-describedby')}`)?.textContent).toMatch(/^Type digits/)
  await type('50.000')
  expect(one.container.querySelector(`#${input.getAttribute('aria-describedby')}`)?.textContent).toBe(
    'This can mean 50 or 50000. Type one of them.',
  )
  await type('')
  expect(input.getAttribute('aria-invalid')).toBe('false')
  expect(onType.mock.calls).toEqual([['1234.5'], ['']])
  await one.rerender(field('50000'))
  await one.actAndWait(() => void input.dispatchEvent(new FocusEvent('blur')))
  expect(input.value).toBe('50,000')
})

test('that is for a price reads three decimals', async () => {
  const onType = vi.fn()
  const one = await renderPart(<AmountField label="Price" value="" isPrice onType={onType} />)
  await one.typeInto('input', '44.955')
  expect(onType.mock.calls).toEqual([['44.955']])
})

test.each([
  ['-0.5', '-0.5'],
  ['− 1', '-1'],
  ['-0', '0'],
  ['0', '0'],
  ['0.5', '0.5'],
])('that takes any amount reads %s as %s', async (typed, read) => {
  const onType = vi.fn()
  const one = await renderPart(<AmountField label="Profit" value="" takesAny onType={onType} />)
  await one.typeInto('input', typed)
  expect(onType.mock.calls).toEqual([[read]])
})

test('a click selects a suggested amount until the user types', async () => {
  const { container, actAndWait, typeInto } = await renderPart(
    <AmountField label="x" value="20000" isSuggested onType={() => {}} />,
  )
  const field = container.querySelector('input') ?? expect.fail('There is no field.')
  const selected = () => field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)
  field.setSelectionRange(0, 0)
  await actAndWait(() => field.click())
  expect(selected()).toBe('20,000')
  await typeInto('input', '3')
  field.setSelectionRange(1, 1)
  await actAndWait(() => field.click())
  expect(selected()).toBe('')
})
