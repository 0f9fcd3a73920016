import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeBuiltPages } from '../../testing/built-pages.js'
import { makeFolder } from '../../testing/make-folder.js'
import { openBuiltPages } from './built-pages.js'

const open = (folder = makeBuiltPages(makeFolder())) => {
  const built = openBuiltPages(folder)
  if (built === null) throw new Error('nothing is built')
  return { built, folder }
}

test('without a build there are no pages', () => {
  expect([openBuiltPages(null), openBuiltPages(makeFolder()), openBuiltPages('/nowhere/at/all')]).toEqual([
    null,
    null,
    null,
  ])
})

test('a part of the program is loaded with all that it imports, the entry left out', () => {
  const { built } = open()
  expect(built.chunksOf('pages/market/market.tsx')).toEqual([
    'assets/market-1.js',
    'assets/basics-1.js',
    'assets/parts-1.js',
  ])
  expect(built.chunksOf('index.html')).toEqual(['assets/basics-1.js'])
  expect(built.chunksOf('pages/of/tomorrow.tsx')).toEqual([])
  expect(built.chunksOf('__proto__')).toEqual([])
})

test('it brings the styles that only it needs, once', () => {
  const { built } = open()
  expect(built.stylesOf('pages/market/market.tsx')).toEqual(['assets/market-1.css'])
  expect(built.stylesOf('words/common/en.ts')).toEqual([])
  expect(built.stylesOf('pages/of/tomorrow.tsx')).toEqual([])
})

test('parts that import each other are listed once', () => {
  const folder = makeBuiltPages(makeFolder())
  const ring = { a: { file: 'a.js', imports: ['b'] }, b: { file: 'b.js', imports: ['a'] } }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(ring))
  expect(open(folder).built.chunksOf('a')).toEqual(['a.js', 'b.js'])
})

test('only a file in the folder is served, in the encodings next to it', () => {
  const { built } = open()
  expect(built.encodingsOf('assets/index-1.js')).toEqual(['br', 'gzip', 'identity'])
  expect(built.encodingsOf('assets/style-1.css')).toEqual(['identity'])
  for (const path of [
    '',
    '.',
    'assets',
    'assets/',
    'index.html',
    'manifest.json',
    'assets/index-1.js.br',
    '../manifest.json',
    'assets/../index.html',
  ])
    expect([path, built.encodingsOf(path)]).toEqual([path, null])
})

test('a file is read once; one that could not be read is tried again', async () => {
  const { built, folder } = open()
  const path = 'assets/style-1.css'
  const text = (await built.read(path, 'identity')).toString()
  rmSync(join(folder, path))
  expect((await built.read(path, 'identity')).toString()).toBe(text)
  rmSync(join(folder, 'llms.txt'))
  await expect(built.read('llms.txt', 'identity')).rejects.toThrow()
  writeFileSync(join(folder, 'llms.txt'), 'again')
  expect((await built.read('llms.txt', 'identity')).toString()).toBe('again')
  await expect(built.read('../etc/passwd', 'identity')).rejects.toThrow('there is no file')
})
