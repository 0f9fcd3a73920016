import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { commandGroups, helpPage, optionGroups } from './help-page.js'
import { topics, topicText } from './help-topics.js'
import { displayWidth } from './render/display-width.js'
import { makeHome, runnerIn, windowRunnerIn } from './testing/run-p2p.js'

const { home, remove } = makeHome()
const p2p = runnerIn(home)
const inWindow = windowRunnerIn(home)
afterAll(remove)

const commands = commandGroups.flatMap(([, entries]) => entries.map(([name]) => name))

test('the manual tells every option of every command', async () => {
  const text = (await p2p(['help', 'man'])).out.replace(/\\-/g, '-').replace(/\\&/g, '')
  for (const [flags] of optionGroups.flatMap(([, entries]) => [...entries])) expect.soft(text).toContain(`.B ${flags}`)
  for (const name of commands) {
    expect.soft(text).toMatch(new RegExp(`^\\.SS p2p ${name}\\b`, 'm'))
    const { out } = await p2p(['help', name])
    const flags = [...out.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].flatMap(([, flag]) => flag ?? [])
    for (const flag of flags) expect.soft(text, name).toContain(flag)
  }
})

test('the pages of help fit windows of any width', async () => {
  for (const columns of [50, 80, 120]) {
    for (const line of helpPage(columns).split('\n')) expect.soft(line.length).toBeLessThanOrEqual(columns)
    const { text } = await inWindow(['webhooks', 'create', '--help'], { columns })
    const [usage, ...lines] = text.split(/\nFor example/)[0]?.split('\n') ?? []
    expect.soft(usage).toMatch(/^Usage: p2p webhooks create/)
    for (const line of lines) expect.soft(line.length, line).toBeLessThanOrEqual(columns)
  }
})

describe('topics', () => {
  test('p2p help explains each, and --help names it', async () => {
    const page = (await p2p(['--help'])).out
    for (const [name, { entries }] of topics) {
      const { code, out } = await p2p(['help', name])
      expect.soft({ name, code }).toEqual({ name, code: 0 })
      for (const [term] of entries) expect.soft(out, name).toContain(term)
      expect.soft(page).toContain(name)
    }
  })

  test('they fit windows of any width', () => {
    for (const width of [30, 50, 80, 120])
      for (const topic of topics.values())
        for (const line of topicText(topic, width).split('\n'))
          expect.soft(displayWidth(line), line).toBeLessThanOrEqual(width)
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
