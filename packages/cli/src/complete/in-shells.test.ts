import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildWhenStale, p2pProgram } from '../testing/built.js'
import { environmentOf, makeHome } from '../testing/run-p2p.js'

const { home, remove } = makeHome()
const socket = `p2p-${process.pid}`
const tmux = (...words: string[]) =>
  spawnSync('tmux', ['-L', socket, '-f', '/dev/null', ...words], { encoding: 'utf8', env: environment })
const has = (program: string): boolean => spawnSync('which', [program]).status === 0

const bin = join(home, 'bin')
const environment = environmentOf(home, { PATH: `${bin}:${process.env.PATH}`, SHELL: '/bin/sh' })

/** Each shell without its owner's settings, and how it learns to complete. */
const shells = [
  ['bash', 'bash --norc', 'source <(p2p complete bash)'],
  ['zsh', 'zsh -f', 'source <(p2p complete zsh)'],
  ['fish', 'fish --no-config', 'p2p complete fish | source'],
] as const

beforeAll(async () => {
  await buildWhenStale()
  mkdirSync(bin)
  symlinkSync(p2pProgram, join(bin, 'p2p'))
  // zsh asks about folders that others may write to; nobody is here to answer.
  writeFileSync(join(home, '.zshenv'), 'ZSH_DISABLE_COMPFIX=true\n')
})
afterAll(() => {
  tmux('kill-server')
  remove()
})

describe.each(shells)('by keyboard in %s', (name, command, install) => {
  const isHere = has('tmux') && has(name)

  test.skipIf(!isHere)('commands, options and values complete', { timeout: 120_000, retry: 1 }, async () => {
    tmux('kill-session', '-t', name)
    tmux('new-session', '-d', '-s', name, '-x', '110', '-y', '40', `cd ${home}; PS1='$ ' exec ${command}`)
    await type(name, install, 'Enter')
    await type(name, 'echo ready', 'Enter')
    await until(name, /^ready/m)

    await type(name, 'p2p orderb', 'Tab')
    await until(name, /p2p orderbook/)
    await type(name, '--exch', 'Tab')
    // "--exchange" and "--exchange-url" begin alike.
    await until(name, /p2p orderbook --exchange/)
    await type(name, ' kuc', 'Tab')
    await until(name, /--exchange kucoin/)
    await type(name, '--fiat EU', 'Tab')
    await until(name, /--fiat EUR/)
    await type(name, '', 'C-c')
    await type(name, 'p2p webhooks ', 'Tab')
    // bash lists what there is at the second one.
    if (name === 'bash') await type(name, '', 'Tab')
    await until(name, /rotate-secret/)
    await type(name, '', 'C-c')
    await type(name, 'exit', 'Enter')
    await gone(name)
  })
})

async function type(session: string, text: string, key: string): Promise<void> {
  if (text !== '') tmux('send-keys', '-t', session, '-l', '--', text)
  tmux('send-keys', '-t', session, key)
}

/** A shell writes into its home until the very end. */
async function gone(session: string): Promise<void> {
  for (let look = 0; look < 200 && tmux('has-session', '-t', session).status === 0; look++) await pause(50)
}

/** Looks at the screen until it shows that. A key that a busy shell has swallowed is pressed again: completing twice changes nothing. */
async function until(session: string, wanted: RegExp): Promise<void> {
  let screen = ''
  for (let look = 1; look <= 600; look++) {
    screen = tmux('capture-pane', '-p', '-t', session).stdout
    if (wanted.test(screen)) return
    if (look % 100 === 0) tmux('send-keys', '-t', session, 'Tab')
    await pause(50)
  }
  expect(screen).toMatch(wanted)
}
