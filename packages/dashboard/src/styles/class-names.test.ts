import { expect, test } from 'vitest'

const files = import.meta.glob<string>('../**/*.css', { eager: true, query: '?raw', import: 'default' })

/** Classes that start a selector outside of other rules. Rules inside of another start with `&`. */
const rootClasses = (css: string): readonly string[] => [
  ...new Set([...css.matchAll(/^ {0,2}\.([\w-]+)/gm)].map(([, name = '']) => name)),
]

test('every class has its rules in one file, so that styles of two pages or parts cannot collide', () => {
  const owners = new Map<string, string[]>()
  for (const [path, css] of Object.entries(files))
    for (const name of rootClasses(css)) owners.set(name, [...(owners.get(name) ?? []), path])
  expect(owners.size).toBeGreaterThan(100)
  expect([...owners].filter(([, paths]) => paths.length > 1)).toEqual([])
})
