import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replaceOnce } from '../../tools/replace-once.js'
import { repository } from '../../tools/throw-away-copy.js'
import { mutations } from './all.js'
import { type Laboratory, openLaboratory } from './laboratory.js'

test.each(mutations)('there is one place for: $name', ({ file, search, replacement, tests }) => {
  const text = readFileSync(join(repository, file), 'utf8')
  expect(replaceOnce(text, search, replacement)).not.toBe(text)
  for (const path of tests) expect(readFileSync(join(repository, path), 'utf8')).toContain('test')
})

test('no two mutations have one name', () => {
  expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length)
})

describe('a laboratory', () => {
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

  test('says that a change is noticed, and leaves the code as it was', async () => {
    expect(await laboratory.try(net)).toBe('killed')
    expect(await laboratory.calm(net.tests)).toBe(true)
  })

  test('says that a change is not noticed', async () => {
    expect(await laboratory.try({ ...net, replacement: '(usdt - 1 * feeUsdt) *' })).toBe('SURVIVED')
  })

  test('does not pass over code that has moved, that does not parse, or a test that is gone', async () => {
    await expect(laboratory.try({ ...net, search: 'no such code' })).rejects.toThrow('0 places')
    await expect(laboratory.try({ ...net, replacement: '((' })).rejects.toThrow('does not parse')
    await expect(laboratory.try({ ...net, tests: ['no/such.test.ts'] })).rejects.toThrow('no/such.test.ts')
    expect(await laboratory.calm(net.tests)).toBe(true)
  })
})
