import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { buildPages } from '../../testing/build-pages.js'
import { pages } from '../all-pages.js'

type Chunk = { readonly file: string; readonly imports?: readonly string[] }

/** Bytes of gzip. */
const mostBytes = 36_000

test('the start page is drawn with at most 36 kB of script', async () => {
  const folder = await buildPages()
  const manifest: Readonly<Record<string, Chunk>> = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const files = new Set<string>()
  function add(module: string): void {
    const chunk = manifest[module]
    if (chunk === undefined) throw new Error(`The manifest has no ${module}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(add)
  }
  for (const module of ['index.html', 'pages/market/market.tsx', 'words/common/en.ts']) add(module)
  for (const area of pages[0]?.words ?? []) add(`words/en/${area}.ts`)
  const sizes = [...files].map((file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(mostBytes)
})
