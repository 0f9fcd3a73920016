import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandGroups, helpPage, optionGroups } from './help-page.js'
import { topics, topicText } from './help-topics.js'
import { displayWidth } from './render/display-width.js'
import { buildWhenStale } from './testing/built.js'
import { makeHome, runnerIn } from './testing/run-p2p.js'

const { home, remove } = makeHome()
const p2p = runnerIn(home)
beforeAll(buildWhenStale)
afterAll(remove)

const commands = commandGroups.flatMap(([, entries]) => entries.map(([name]) => name))

describe('the manual', () => {
  const manual = () =>
    readFileSync(new URL('../dist/p2p.1', import.meta.url), 'utf8')
      .replace(/\\-/g, '-')
      .replace(/\\&/g, '')

  test('is built, packed and installed', () => {
    const { man, files } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
    expect({ man, files }).toMatchObject({ man: ['./dist/p2p.1'], files: expect.arrayContaining(['dist']) })
    expect(manual()).toMatch(/^\.TH P2P 1 /)
  })

  test('tells every option of every command', async () => {
    const text = manual()
    for (const [flags] of optionGroups.flatMap(([, entries]) => [...entries])) expect(text).toContain(`.B ${flags}`)
    for (const name of commands) {
      expect(text).toMatch(new RegExp(`^\\.SS p2p ${name}\\b`, 'm'))
      const { out } = await p2p(['help', name])
      const flags = [...out.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].flatMap(([, flag]) => flag ?? [])
      for (const flag of flags) expect(text).toContain(flag)
    }
  })

  test.skipIf(spawnSync('groff', ['--version']).status !== 0)('is clean to groff', () => {
    const input = readFileSync(new URL('../dist/p2p.1', import.meta.url))
    const { status, stderr } = spawnSync('groff', ['-ww', '-man', '-Tutf8'], { input, encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})

test.each([50, 80, 120])('the pages of help fit %i columns', async (width) => {
  for (const line of helpPage(width).split('\n')) expect(line.length).toBeLessThanOrEqual(width)
  const { out } = await p2p(['webhooks', 'create', '--help'], { env: { COLUMNS: String(width) } })
  const [usage, ...lines] = out.split(/\nFor example/)[0]?.split('\n') ?? []
  expect(usage).toMatch(/^Usage: p2p webhooks create/)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(width)
})

describe('topics', () => {
  test.each([...topics.keys()])('p2p help %s explains it, and --help names it', async (name) => {
    const { code, out } = await p2p(['help', name])
    expect(code).toBe(0)
    for (const [term] of topics.get(name)?.entries ?? []) expect(out).toContain(term)
    expect((await p2p(['help'])).out).toContain(name)
  })

  test.each([30, 50, 80, 120])('they fit %i columns', (width) => {
    for (const topic of topics.values())
      for (const line of topicText(topic, width).split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width)
  })

  test('every variable that the program reads is told', () => {
    const folder = new URL('.', import.meta.url)
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.ts$/.test(name) && !/\.test\.ts$|^testing|^demo|^(?:replay|agent)\b|help-topics/.test(name),
    )
    const read = sources.flatMap((name) =>
      [...readFileSync(new URL(name, folder), 'utf8').matchAll(/\bP2P_[A-Z_]+\b/g)].map(([variable]) => variable),
    )
    const told = [...(topics.get('environment')?.entries ?? [])]
      .map(([term]) => term)
      .join(', ')
      .split(/, /)
    for (const variable of new Set(read)) expect(told).toContain(variable)
  })
})
