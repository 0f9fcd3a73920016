import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.css'))

/** Classes that start a selector outside of other rules. Rules inside of another start with `&`. */
const rootClasses = (css: string): readonly string[] => [
  ...new Set([...css.matchAll(/^ {0,2}\.([\w-]+)/gm)].map(([, name = '']) => name)),
]

test('every class has its rules in one file, so that styles of two pages or parts cannot collide', () => {
  const owners = new Map<string, string[]>()
  for (const path of files)
    for (const name of rootClasses(readFileSync(`${root}/${path}`, 'utf8')))
      owners.set(name, [...(owners.get(name) ?? []), path])
  expect(owners.size).toBeGreaterThan(100)
  expect([...owners].filter(([, paths]) => paths.length > 1)).toEqual([])
})
