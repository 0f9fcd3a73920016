import { spawnSync } from 'node:child_process'
import { exchangeIds } from '@p2p-rates/core'
import { beforeAll, expect, test } from 'vitest'
import { buildWhenStale, p2pProgram } from './testing/built.js'

beforeAll(buildWhenStale)

test("the built program names the exchanges of the core's list", () => {
  const words = [p2pProgram, 'complete', '--', 'rates', '--exchange-url', '']
  const { stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' })
  expect(stdout.split('\n').flatMap((line) => line.split('=http')[0] || [])).toEqual(exchangeIds)
})
