import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { needs } from '@p2p-rates/core/testing'
import { beforeAll, expect, test } from 'vitest'
import { buildWhenStale } from './testing/built.js'

beforeAll(buildWhenStale)

const manual = () => readFileSync(new URL('../dist/p2p.1', import.meta.url), 'utf8')

test('the manual is built, packed and installed', () => {
  const { man, files } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect({ man, files }).toMatchObject({ man: ['./dist/p2p.1'], files: expect.arrayContaining(['dist']) })
  expect(manual()).toMatch(/^\.TH P2P 1 /)
})

test('the manual is clean to groff', needs('groff'), () => {
  const { status, stderr } = spawnSync('groff', ['-ww', '-man', '-Tutf8'], { input: manual(), encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})
