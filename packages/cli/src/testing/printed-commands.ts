import { readFileSync } from 'node:fs'
import { helpExamples } from '../commands/help-examples.js'

/** Commands that go on until they are stopped, need a person, or need an archive. */
const lasting =
  /--open|^p2p (watch|login|webhooks (create|listen|trigger)|alerts create|mcp|serve$|replay|judge|agent|config use|inboxes create|desk boards create|doctor.*proxy)|bashrc|^export /

export const printsNothing = /arbitrage|usage|(webhooks|alerts|inboxes|rules|boards) list|config (list|set)/

export const needsShell = / \| |^p2p serve /

export function printedCommands(): readonly string[] {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const commands = [...readme.matchAll(/^```sh\n(.+?)^```/gms)].flatMap(([, block = '']) =>
    block.split('\n').flatMap((line) => line.split('#')[0]?.trim() || []),
  )
  const shown = Object.values(helpExamples).flat()
  return [...new Set([...commands, ...shown.filter((line) => !lasting.test(line))])]
}
