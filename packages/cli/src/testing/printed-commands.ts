import { readFileSync } from 'node:fs'
import { examples } from '../commands/examples.js'

/** Commands that go on until they are stopped, need a person, or need an archive. */
const lasting =
  /--open|^p2p (watch|login|webhooks (create|listen|trigger)|alerts create|mcp|serve$|replay|judge|agent|config use|inboxes create|desk boards create|doctor.*proxy)|bashrc|^export /

/** Commands that may have nothing to print. */
export const printsNothing = /arbitrage|usage|(webhooks|alerts|inboxes|rules|boards) list|config (list|update)/

/** Commands that start or feed other programs. */
export const needsShell = / \| |^p2p serve /

/** The commands of the README, and those of `--help` that end by themselves. */
export function printedCommands(): readonly string[] {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const commands = [...readme.matchAll(/^```sh\n(.+?)^```/gms)].flatMap(([, block = '']) =>
    block.split('\n').flatMap((line) => line.split('#')[0]?.trim() || []),
  )
  const shown = Object.values(examples).flat()
  return [...new Set([...commands, ...shown.filter((line) => !lasting.test(line))])]
}
