import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { answerHeaders, apiKeyHeader, deliveryHeaders, limitHeaders, requestHeaders } from '@p2p-rates/contract'
import { expect, test } from 'vitest'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const named = [limitHeaders, answerHeaders, requestHeaders, deliveryHeaders].flatMap((headers) =>
  Object.values(headers).map(({ name }) => name),
)

const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^[\w-]+\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('/testing/'))

test('the server writes the names of headers nowhere: they come from the contract', () => {
  expect(named.length).toBeGreaterThan(20)
  const written = sources('packages/server/src').flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    return [...named, apiKeyHeader]
      .filter((name) => text.includes(`'${name}'`))
      .map((name) => `${relative(root, path)} writes ${name}`)
  })
  expect(written).toEqual([])
})

test('the header for simulated exchanges has the name given to callers', () => {
  const { name } = answerHeaders.simulated
  expect(readFileSync(join(root, 'packages/simulator/src/exchange-server.ts'), 'utf8')).toContain(`'${name}'`)
  expect(readFileSync(join(root, 'packages/core/src/node/transport.ts'), 'utf8')).toContain(`'${name.toLowerCase()}'`)
})
