import { planNames as all } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { planNames } from './plan-names.js'

test('pages know every plan, in the order of the contract', () => {
  expect(planNames).toEqual(all)
})
