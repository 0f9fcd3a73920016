import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readConfig, settings } from '@p2p-rates/server/testing'
import { describe, expect, test } from 'vitest'
import { repository } from '../throw-away-copy.js'
import { envExample } from './env-example-text.js'

const text = readFileSync(join(repository, 'deploy/.env.example'), 'utf8')

describe('deploy/.env.example', () => {
  test('names every setting (pnpm env-example writes it)', () => {
    expect(text).toBe(`${envExample()}\n`)
    for (const name of Object.keys(settings)) expect(text).toMatch(new RegExp(`^# P2P_${name}(_FILE)?=`, 'm'))
  })

  test('sets nothing as it is, and nothing new when every line is taken in', () => {
    expect(parseEnv(text)).toEqual({})
    const all = parseEnv(text.replaceAll(/^# (P2P_\w+=)/gm, '$1'))
    expect(Object.keys(all).length).toBe(Object.keys(settings).length)
    const { config, warnings } = readConfig(all)
    expect({ config, warnings }).toEqual({ config: readConfig({}).config, warnings: [] })
  })
})

test('the settings that docs/self-hosting.md lists exist, with their defaults', () => {
  const page = readFileSync(join(repository, 'docs/self-hosting.md'), 'utf8')
  const rows = [...page.matchAll(/^\| (`P2P_[^|]+) \|([^|]*)\|/gm)]
  const known: Readonly<Record<string, { readonly about: string; readonly fallback?: string }>> = settings
  const wordsIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word ?? '')
  expect(rows.length).toBeGreaterThan(10)
  for (const [, names = '', defaults = ''] of rows)
    for (const [index, name] of wordsIn(names).entries()) {
      const setting = known[name.replace('P2P_', '')]
      expect([name, setting === undefined]).toEqual([name, false])
      const told = wordsIn(defaults)[index]
      if (told !== undefined) expect([name, told]).toEqual([name, setting?.fallback])
    }
})
