import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = join(root, 'packages/server/src')

/** Thread programs need a file of their own. Without it, the server would silently do their work in the main thread. */
test('every program that the server runs in a thread is built next to it', () => {
  const programs = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.ts$/.test(path) && !/\.test\.ts$/.test(path))
    .flatMap((path) => [...readFileSync(join(sources, path), 'utf8').matchAll(/new URL\('\.\/([\w-]+)\.js'/g)])
    .map(([, name]) => name)
  expect(programs.sort()).toEqual(['history-worker', 'restore-worker'])
  const config = readFileSync(join(root, 'tsup.config.ts'), 'utf8')
  for (const name of programs) expect(config).toContain(`'${name}': 'src/`)
})
