import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { typedNameOf } from './command-aliases.js'
import { commandGroups, firstPage, optionGroups, wholePage } from './help-page.js'
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
    expect.soft(text).toContain(`\n.SS p2p ${typedNameOf(name)} `)
    const { out } = await p2p(['help', name])
    const flags = [...out.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].flatMap(([, flag]) => flag ?? [])
    for (const flag of flags) expect.soft(text, name).toContain(flag)
  }
})

test('the pages of help fit windows of any width', async () => {
  for (const columns of [50, 80, 120]) {
    for (const page of [firstPage, wholePage])
      for (const line of page(columns).split('\n')) expect.soft(line.length).toBeLessThanOrEqual(columns)
    const { text } = await inWindow(['webhooks', 'create', '--help'], { columns })
    const [usage, ...lines] = text.split(/\nFor example/)[0]?.split('\n') ?? []
    expect.soft(usage).toMatch(/^Usage: p2p webhooks create/)
    for (const line of lines) expect.soft(line.length, line).toBeLessThanOrEqual(columns)
  }
})

test('the first screen fits a window of 24 lines, says what most people come for, and where the rest is', async () => {
  const { out } = await p2p([])
  for (const words of [['--help'], ['-h'], ['help']]) expect((await p2p(words)).out).toBe(out)
  const lines = firstPage(80).trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(20)
  for (const name of ['rates', 'buy', 'sell', 'ads', 'watch', 'stats', 'alerts', 'doctor', 'login', 'demo'])
    expect(lines.join('\n')).toContain(`p2p ${name}`)
  expect(lines.at(-1)).toContain('p2p help all')
})

test('help all has every command once, under the name that is typed for it', async () => {
  const { out } = await p2p(['help', 'all'])
  for (const name of commands) expect.soft(out, name).toContain(`\n  ${typedNameOf(name)} `)
  expect((await p2p(['help', 'more'])).out).toBe(out)
})

test('a command lists its subcommands, and the help of an older name is that of the new one', async () => {
  expect((await p2p(['rates', '--help'])).out).toMatch(/--by <what>[\s\S]*"size", "method"[\s\S]*--at <moment>/)
  expect((await p2p(['index', '--help'])).out).toMatch(/p2p index days {5}daily fixings of the index/)
  for (const [old, now] of [
    ['orderbook', 'ads'],
    ['webhooks add', 'webhooks create'],
    ['index days', 'fixings'],
  ] as const)
    expect(await p2p(['help', ...old.split(' ')])).toEqual(await p2p(['help', ...now.split(' ')]))
})

describe('topics', () => {
  test('p2p help explains each, and help all names it', async () => {
    const page = (await p2p(['help', 'all'])).out
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

  test('help names every variable that the program reads', () => {
    const folder = new URL('.', import.meta.url)
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) =>
        /\.ts$/.test(name) &&
        !/\.test\.ts$|^testing|^words|^demo|^(?:replay|agent)\b|help-(?:topics|examples)|inboxes|boards/.test(name),
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
