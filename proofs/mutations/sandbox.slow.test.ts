import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MutationSandbox, openMutationSandbox } from './sandbox.js'

const net = {
  name: 'moving USDT is free',
  file: 'packages/core/src/arbitrage/net-profit.ts',
  search: '(usdt - feeUsdt) *',
  replacement: '(usdt - 0 * feeUsdt) *',
  tests: ['packages/core/src/arbitrage/opportunities.test.ts'],
}
let laboratory: MutationSandbox
beforeAll(() => {
  laboratory = openMutationSandbox()
})
afterAll(() => laboratory.close())

test('a laboratory distinguishes a noticed change from an unnoticed one, and leaves the code unchanged', async () => {
  expect(await laboratory.tryMutation(net)).toBe('killed')
  expect(await laboratory.tryMutation({ ...net, replacement: '(usdt - 1 * feeUsdt) *' })).toBe('SURVIVED')
})

test('it does not pass over code that has moved, that does not parse, or a test that is gone', async () => {
  await expect(laboratory.tryMutation({ ...net, search: 'no such code' })).rejects.toThrow('0 places')
  await expect(laboratory.tryMutation({ ...net, replacement: '((' })).rejects.toThrow('does not parse')
  await expect(laboratory.tryMutation({ ...net, tests: ['no/such.test.ts'] })).rejects.toThrow('no/such.test.ts')
})
