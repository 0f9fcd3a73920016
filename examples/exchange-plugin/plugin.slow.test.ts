import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('.', import.meta.url))

test('its own test, which readers copy along, passes', () => {
  const { status, stdout } = spawnSync(process.execPath, ['--test', 'bazaar.check.mjs'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  expect(stdout).toMatch(/# pass 7\b/)
  expect(status, stdout).toBe(0)
})
