import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { needs } from '@p2p-rates/core/testing'
import { afterAll, beforeAll, describe, onTestFailed, test } from 'vitest'
import { buildWhenStale, p2pProgram } from '../testing/built.js'
import { environmentOf, makeHome } from '../testing/run-p2p.js'

const { home, remove } = makeHome()
const socket = `p2p-${process.pid}`
const tmux = (...words: string[]) =>
  spawnSync('tmux', ['-L', socket, '-f', '/dev/null', ...words], { encoding: 'utf8', env: environment })

const bin = join(home, 'bin')
const environment = environmentOf(home, { PATH: `${bin}:${process.env.PATH}`, SHELL: '/bin/sh' })

/** Prompt that shows that the line editor is ready. Keys typed earlier may get lost. */
const prompt = 'at rest:'

/** Each shell without its owner's settings, and how it learns to complete. */
const shells = [
  ['bash', 'bash --norc', 'source <(p2p complete bash)'],
  ['zsh', 'zsh -f', 'source <(p2p complete zsh)'],
  ['fish', `fish --no-config -C 'function fish_prompt; echo -n "${prompt} "; end'`, 'p2p complete fish | source'],
] as const

beforeAll(async () => {
  await buildWhenStale()
  mkdirSync(bin)
  symlinkSync(p2pProgram, join(bin, 'p2p'))
  // Without this setting, zsh asks about folders that other users can write to.
  writeFileSync(join(home, '.zshenv'), 'ZSH_DISABLE_COMPFIX=true\n')
})
afterAll(() => {
  tmux('kill-server')
  remove()
})

describe.each(shells)('by keyboard in %s', (name, command, install) => {
  const options = { ...needs('tmux', name), timeout: 240_000 }

  test('commands, options and values complete', options, async ({ signal }) => {
    onTestFailed(() => console.log(`what ${name} showed last:\n${screenOf(name)}`))
    tmux('kill-session', '-t', name)
    tmux('new-session', '-d', '-s', name, '-x', '110', '-y', '40', `cd ${home}; PS1='${prompt} ' exec ${command}`)
    const line = (wanted: string) => until(signal, () => lineOf(screenOf(name)).startsWith(wanted.trim()))
    const complete = async (before: string, text: string, after: string) => {
      tmux('send-keys', '-t', name, '-l', '--', text)
      await line(before + text)
      tmux('send-keys', '-t', name, 'Tab')
      await line(after)
    }
    const isAtRest = (prompts: number) => promptsOf(screenOf(name)) > prompts && lineOf(screenOf(name)) === ''
    const run = async (text: string) => {
      tmux('send-keys', '-t', name, '-l', '--', text)
      await line(text)
      const prompts = promptsOf(screenOf(name))
      tmux('send-keys', '-t', name, 'Enter')
      await until(signal, () => isAtRest(prompts))
    }
    const leaveLine = async () => {
      const prompts = promptsOf(screenOf(name))
      await until(signal, () => isAtRest(prompts), again('C-c'))
    }
    /** A shell that is still drawing a completion ignores such a key, so press it again. */
    const again = (key: string) => () => void tmux('send-keys', '-t', name, key)

    await until(signal, () => lineOf(screenOf(name)) === '')
    await run(install)
    await complete('', 'p2p ad', 'p2p ads')
    // "--exchange" and "--exchange-url" begin alike.
    await complete('p2p ads ', '--exch', 'p2p ads --exchange')
    await complete('p2p ads --exchange', ' kuc', 'p2p ads --exchange kucoin')
    await complete('p2p ads --exchange kucoin ', '--fiat EU', 'p2p ads --exchange kucoin --fiat EUR')
    await leaveLine()
    await complete('', 'p2p webhooks ro', 'p2p webhooks rotate-secret')
    await leaveLine()
    await complete('', 'p2p webhooks r', 'p2p webhooks r')
    // bash lists what there is at the second one.
    if (name === 'bash') tmux('send-keys', '-t', name, 'Tab')
    await until(signal, () => screenOf(name).includes('resend'))
    await leaveLine()
    // A shell writes into its home until the very end.
    await until(signal, () => tmux('has-session', '-t', name).status !== 0, again('C-d'))
  })
})

const screenOf = (session: string): string => tmux('capture-pane', '-p', '-t', session).stdout

const linesOf = (screen: string): readonly string[] => screen.split('\n').filter((line) => line.startsWith(prompt))
const promptsOf = (screen: string): number => linesOf(screen).length

/** Text after the newest prompt; lists of candidates may follow below. */
const lineOf = (screen: string): string => linesOf(screen).at(-1)?.slice(prompt.length).trim() ?? 'no prompt yet'

/** Poll until the condition holds or the test times out. Run `help` at once and every 5 seconds. */
async function until(signal: AbortSignal, isSo: () => boolean, help = () => {}): Promise<void> {
  for (let look = 0; !isSo(); look += 1) {
    if (look % looksBetween === 0) help()
    await pause(50, undefined, { signal })
  }
}

const looksBetween = 100
