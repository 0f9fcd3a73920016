import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const packages = readdirSync(join(root, 'packages'))

const importsOf = (path: string): string[] =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/(?:from|import\(?) ?'([^']+)'/g)].map(
    ([, target]) => target ?? '',
  )

const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path))

const climbsInto = (path: string): string[] =>
  importsOf(path).filter((target) => {
    if (!target.startsWith('.')) return false
    const [top, folder] = join(dirname(path), target).split('/')
    return top === 'packages' && !path.startsWith(`packages/${folder}/`)
  })

test.each(['proofs', 'bench', 'examples', 'tools', ...packages.map((name) => `packages/${name}`)])(
  '%s enters other packages by their doors alone',
  (folder) => {
    const files = sources(folder)
    expect(files.length).toBeGreaterThan(0)
    expect(files.flatMap((path) => climbsInto(path).map((target) => `${path} climbs to ${target}`))).toEqual([])
  },
)

test('the doors for tests are open in the repository only: no published package exports them', () => {
  const published = packages
    .map((name) => JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')))
    .filter((manifest) => manifest.private !== true)
  expect(published.length).toBe(packages.length - 1)
  const exporting = published.filter(({ exports }) => './testing' in exports).map(({ name }) => name)
  // The SDK's is a fake server for its users.
  expect(exporting).toEqual(['@p2p-rates/sdk'])
})

test('what runs without tests enters no door for tests', () => {
  const product = packages
    .flatMap((name) => sources(`packages/${name}/src`))
    .filter((path) => !/\/testing\/|\.(test|prop\.test|test-d|contract|bench)\.tsx?$/.test(path))
  const entering = product.filter((path) =>
    importsOf(path).some((target) => /^@p2p-rates\/(core|dashboard|server|simulator)\/testing$/.test(target)),
  )
  expect(entering).toEqual([])
})
