import { expect, test } from 'vitest'
import { renderPart } from '../../testing/render-part.js'
import { emptyForm, type RuleForm } from './formula-form.js'
import { RuleFields } from './rule-form.js'

const open = async (form: Partial<RuleForm> = {}) => {
  const page = await renderPart(
    <RuleFields
      form={{ ...emptyForm, ...form }}
      onChange={() => {}}
      nameError={null}
      problem={null}
      isBusy={false}
      onSubmit={() => {}}
      leave={null}
    />,
  )
  return page.container
}

test('a rule is a sentence of the desk, and the rest is folded until it says something', async () => {
  const plain = await open()
  const fold = plain.querySelector('details')
  expect(fold?.open).toBe(false)
  const seen = [...plain.querySelectorAll('input, select, button')].filter((one) => fold?.contains(one) !== true)
  expect(seen.length).toBeLessThanOrEqual(9)
  expect(plain.textContent).toContain('I sell USDT to customers')
  expect((await open({ floor: '40' })).querySelector('details')?.open).toBe(true)
})
