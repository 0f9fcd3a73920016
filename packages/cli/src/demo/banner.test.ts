import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { failIfMissing, isOnPath } from '../executable-and-missing-packages.js'
import { banner } from './banner.js'

const key = `p2p_${'8iAxB4UyUKR4Ums4JKchodtGUb4cP7SN0KOCyJ'}`
const facts = {
  url: 'http://127.0.0.1:18981',
  keys: new Map(['Free', 'Starter', 'Pro', 'Business'].map((plan) => [plan, key])),
  login: {
    email: 'demo@example.com',
    password: 'a1b2c3d4e5f6',
    link: `http://127.0.0.1:18981/login#${'V3r7c0d3'.padEnd(43, 'x')}`,
  },
  points: 855_360,
  days: 30,
  program: '/home/me/p2p-rates/packages/cli/bin/p2p.mjs',
  platform: 'linux',
}

test.each(['linux', 'win32'])('on %s all of it is seen in a window of 80 by 24, and no line wraps', (platform) => {
  const lines = banner({ ...facts, platform }).split('\n')
  // The last line is for the cursor.
  expect(lines.length).toBeLessThanOrEqual(23)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
  expect(lines[0]).toContain('SIMULATED')
})

test('nothing is fetched to run a command', () => {
  expect(banner(facts)).not.toMatch(/npx|npm/)
  expect(banner({ ...facts, program: null })).not.toContain('alias')
})

test('its lines, pasted, call this program with the address and the key, whatever its folder is called', () => {
  const folder = mkdtempSync(join(tmpdir(), 'p2p it\'s "here" $HOME `id` \\n '))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'p2p.mjs')
  writeFileSync(program, '#!/bin/sh\necho "$P2P_BASE_URL $P2P_API_KEY $@"\n', { mode: 0o755 })
  const lines = banner({ ...facts, program })
    .split('\n')
    .filter((line) => /^ {2}(export|alias|p2p) /.test(line))
  const { stdout } = spawnSync('bash', ['-O', 'expand_aliases', '-s'], {
    cwd: '/',
    input: lines.join('\n'),
    encoding: 'utf8',
  })
  expect(stdout).toBe(
    `${facts.url} ${key} rates UAH EUR\n${facts.url} ${key} buy 50000 UAH\n${facts.url} ${key} history --last 72h\n`,
  )
})

test('a folder that only npm has on its path calls nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'p2p-path-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [bin, npmBin] = [join(folder, 'bin'), join(folder, 'node_modules', '.bin')]
  const program = join(folder, 'p2p.mjs')
  writeFileSync(program, '')
  for (const place of [bin, npmBin]) {
    mkdirSync(place, { recursive: true })
    symlinkSync(program, join(place, 'p2p'))
  }
  expect(isOnPath('p2p', program, `/nowhere:${npmBin}`)).toBe(false)
  expect(isOnPath('p2p', program, `${npmBin}:${bin}`)).toBe(true)
})

test('only a package that is not installed is reported as missing', () => {
  const missing = Object.assign(new Error("Cannot find package '@p2p-rates/server' imported from x"), {
    code: 'ERR_MODULE_NOT_FOUND',
  })
  const other = new SyntaxError('x')
  expect(() => failIfMissing(missing, ['@p2p-rates/server'])).toThrow('This command needs @p2p-rates/server')
  expect(() => failIfMissing(missing, ['@p2p-rates/simulator'])).toThrow(missing)
  expect(() => failIfMissing(other, ['@p2p-rates/server'])).toThrow(other)
})
