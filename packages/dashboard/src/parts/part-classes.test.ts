import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const stylesIn = (folder: string): readonly string[] => {
  const place = fileURLToPath(new URL(`../${folder}`, import.meta.url))
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .map((path) => readFileSync(`${place}/${path}`, 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''))
}
const classesOf = (style: string): readonly string[] =>
  [...style.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name)
const rootsOf = (style: string): readonly string[] =>
  [...style.matchAll(/^(?: {2})?\.([a-zA-Z][\w-]*)/gm)].map(([, name = '']) => name)

/** Words that mean the same wherever they stand, and cells of tables that pages style on purpose. */
const shared = ['num', 'old', 'small', 'button', 'field', 'title', 'wide', 'end', 'none', 'full', 'second']
/** Each was looked at: no page that styles it holds the part in which it stands. */
const harmless = ['sign', 'net', 'narrow', 'unit', 'under', 'market']

test("what a part calls its insides is no page's class", () => {
  const parts = ['parts', 'charts', 'quote'].flatMap(stylesIn)
  const roots = parts.flatMap(rootsOf)
  const insides = new Set(parts.flatMap(classesOf).filter((name) => !roots.includes(name)))
  expect(insides.size).toBeGreaterThan(50)
  const ofPages = new Set(stylesIn('pages').flatMap(classesOf))
  const both = [...insides].filter((name) => ofPages.has(name) && ![...shared, ...harmless].includes(name))
  expect(both).toEqual([])
})
