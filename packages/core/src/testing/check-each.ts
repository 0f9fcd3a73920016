import { expect } from 'vitest'

/**
 * Checks every item of a list in one test. A failure names each item that failed and the reason; an empty list fails.
 *
 * @example test('every endpoint has an example of its answer', () => checkEach(endpoints, ({ answer, example }) => …))
 */
export const checkEach = async <Item>(
  items: Iterable<Item>,
  check: (item: Item) => unknown,
  nameOf: (item: Item) => string = plainName,
): Promise<void> => {
  const complaints: string[] = []
  let count = 0
  for (const item of items) {
    count += 1
    try {
      await check(item)
    } catch (error) {
      complaints.push(`${nameOf(item)}: ${reasonOf(error)}`)
    }
  }
  if (count === 0) throw new Error('There is nothing to check.')
  expect(complaints).toEqual([])
}

const plainName = (item: unknown): string => {
  if (typeof item === 'string') return item
  if (Array.isArray(item)) return item.map(plainName).join(', ').slice(0, 200)
  if (typeof item === 'object' && item !== null && 'name' in item) return String(item.name)
  return shown(item)
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (!('actual' in error)) return error.message
  return `${error.message.split('\n')[0]} (found ${shown(error.actual)})`
}

const shown = (value: unknown): string =>
  (typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value))).slice(0, 300)
