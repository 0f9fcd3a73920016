import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Laboratory, openLaboratory } from './laboratory.js'

const net = {
  name: 'moving USDT is free',
  file: 'packages/core/src/arbitrage/net-profit.ts',
  search: '(usdt - feeUsdt) *',
  replacement: '(usdt - 0 * feeUsdt) *',
  tests: ['packages/core/src/arbitrage/opportunities.test.ts'],
}
let laboratory: Laboratory
beforeAll(() => {
  laboratory = openLaboratory()
})
afterAll(() => laboratory.close())

test('a laboratory distinguishes a noticed change from an unnoticed one, and leaves the code unchanged', async () => {
  expect(await laboratory.try(net)).toBe('killed')
  expect(await laboratory.try({ ...net, replacement: '(usdt - 1 * feeUsdt) *' })).toBe('SURVIVED')
})

test('it does not pass over code that has moved, that does not parse, or a test that is gone', async () => {
  await expect(laboratory.try({ ...net, search: 'no such code' })).rejects.toThrow('0 places')
  await expect(laboratory.try({ ...net, replacement: '((' })).rejects.toThrow('does not parse')
  await expect(laboratory.try({ ...net, tests: ['no/such.test.ts'] })).rejects.toThrow('no/such.test.ts')
})
