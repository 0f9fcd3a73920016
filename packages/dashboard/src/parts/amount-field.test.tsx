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
  expect(onType.mock.calls).toEqual([['1234.5'], [''], [''], ['']])
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
  ['0', {}, 'Type a number above 0.'],
  ['-3', {}, 'Type a number above 0.'],
  ['-45,9', { isPrice: true }, 'Type a number above 0.'],
  ['-3', { takesZero: true }, 'Type 0 or a number above 0.'],
  ['abc', {}, 'Type digits with one decimal mark.'],
  ['-abc', {}, 'Type digits with one decimal mark.'],
  ['1e99', {}, 'Type digits with one decimal mark.'],
  ['99999999999999999', {}, 'Type at most 12 digits and 8 decimals.'],
  ['20000.123456789', {}, 'Type at most 12 digits and 8 decimals.'],
  ['45,760000001', { isPrice: true }, 'Type at most 12 digits and 8 decimals.'],
  ['100.5', { most: 100 }, 'Type a number up to 100.'],
  ['12.5', { most: 10_000, isWhole: true }, 'Type a whole number up to 10,000.'],
  ['10001', { most: 10_000, isWhole: true }, 'Type a whole number up to 10,000.'],
])('says why %j is no value of a field %o, and that an earlier one no longer stands', async (typed, kind, cause) => {
  const [onType, onWrong] = [vi.fn(), vi.fn()]
  const field = <AmountField label="Amount" value="46" {...kind} onType={onType} onWrong={onWrong} />
  const one = await renderPart(field)
  await one.typeInto('input', typed)
  expect(one.container.querySelector('.is-bad')?.textContent).toBe(cause)
  expect([onWrong.mock.calls, onType.mock.calls]).toEqual([[[true]], [['']]])
  await one.typeInto('input', '45,')
  expect([onWrong.mock.calls, onType.mock.calls]).toEqual([
    [[true], [false]],
    [[''], ['45']],
  ])
  await one.typeInto('input', typed)
  await one.rerender(null)
  expect(onWrong.mock.calls.at(-1)).toEqual([false])
})

test('a price with a decimal comma is read in every language', async () => {
  const onType = vi.fn()
  const one = await renderPart(<AmountField label="Price" value="" isPrice onType={onType} />)
  await one.typeInto('input', '45,9')
  expect(onType.mock.calls).toEqual([['45.9']])
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
