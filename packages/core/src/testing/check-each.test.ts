import { expect, test } from 'vitest'
import { checkEach } from './check-each.js'

const complaintsOf = async (items: Iterable<unknown>, check: (item: never) => unknown): Promise<unknown> => {
  try {
    await checkEach(items as Iterable<never>, check)
  } catch (error) {
    return (error as { actual?: unknown }).actual ?? (error as Error).message
  }
  return 'passed'
}

test('a list passes if every item does, and an empty list fails', async () => {
  expect(await complaintsOf([1, 2], (item) => expect(item).toBeGreaterThan(0))).toBe('passed')
  expect(await complaintsOf([], () => {})).toBe('There is nothing to check.')
})

test('every item that fails is named with its reason, also if it fails later', async () => {
  expect(await complaintsOf([1, 2, 3], async (item) => expect([item]).toEqual([2]))).toEqual([
    '1: expected [ 1 ] to deeply equal [ 2 ] (found [1])',
    '3: expected [ 3 ] to deeply equal [ 2 ] (found [3])',
  ])
  const fail = () => {
    throw new Error('broken')
  }
  expect(await complaintsOf([{ name: 'rates' }, ['okx', 'UAH'], 'text'], fail)).toEqual([
    'rates: broken',
    'okx, UAH: broken',
    'text: broken',
  ])
})
