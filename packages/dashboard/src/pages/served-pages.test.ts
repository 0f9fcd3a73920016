import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { exchangeIds } from '@p2p-rates/core'
import { findPage, knownPages } from '@p2p-rates/server/testing'
import { describe, expect, test } from 'vitest'
import { pages } from './all-pages.js'

const source = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const drawn = knownPages.filter(({ module }) => existsSync(source(module)))

describe('the server knows', () => {
  test('every page by its address, and where it lies', () => {
    for (const { route } of pages) {
      const { pathname } = new URL(route.print({}), 'http://pages')
      // A page that shows one thing has no address without it.
      const found = findPage(pathname.endsWith('/') ? `${pathname}x` : pathname, 'UAH', exchangeIds)
      expect({ pathname, module: found?.page.module }).toEqual({ pathname, module: expect.any(String) })
      expect(existsSync(source(found?.page.module ?? ''))).toBe(true)
    }
    expect(drawn.length).toBeGreaterThan(5)
  })

  test('the words of each page, so that they are there when it is drawn', () => {
    const wordsOf = (pattern: string) => {
      const address = pattern.replace('{id}', 'x').replace(/\/\{\w+\}/g, '')
      return pages.find(({ route }) => route.read(new URL(address, 'http://pages')) !== null)?.words ?? []
    }
    expect(drawn.map(({ pattern, words }) => [pattern, words.toSorted()])).toEqual(
      drawn.map(({ pattern }) => [pattern, [...wordsOf(pattern)].toSorted()]),
    )
  })
})
