import { expect, test } from 'vitest'
import { renderPart } from '../../testing/render-part.js'
import { RuleFields } from './rule-fields.js'
import { emptyRuleForm, type RuleFormValues } from './rule-form-values.js'

const open = async (form: Partial<RuleFormValues> = {}) => {
  const page = await renderPart(
    <RuleFields
      form={{ ...emptyRuleForm, ...form }}
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
