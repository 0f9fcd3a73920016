import { expect, test } from 'vitest'
import { endpoints } from './all-endpoints.js'
import type { Input } from './input.js'
import { withPresets } from './patch-inputs.js'

const takes = ({ schema }: Input, value: null | undefined): boolean => schema.safeParse(value).success
const changes = endpoints.filter(({ method }) => method === 'PATCH')

test.each(changes)('$name resets by null what creation may omit, and nothing else', ({ root, path, body }) => {
  const creation = endpoints.find(
    (one) => one.method === 'POST' && one.root === root && `${one.path}/{id}` === path,
  )?.body
  const fields = Object.entries(body ?? {})
  const nullable = fields.flatMap(([name, input]) => (takes(input, null) ? [name] : []))
  const optional = fields.flatMap(([name]) => {
    const atCreation = creation?.[name]
    return atCreation !== undefined && takes(atCreation, undefined) ? [name] : []
  })
  expect(nullable).toEqual(optional)
})

test('a reset field has the value of one that creation omits', () => {
  const creation = endpoints.find(({ name }) => name === 'rules.create')?.body ?? {}
  expect(withPresets(creation, { side: null, step: null, offset: 1, floor: undefined })).toEqual({
    side: 'BUY',
    step: undefined,
    offset: 1,
    floor: undefined,
  })
})
