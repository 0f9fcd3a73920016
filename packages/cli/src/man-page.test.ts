import { Argument, Command, Option } from 'commander'
import { beforeAll, describe, expect, test } from 'vitest'
import { typedNameOf } from './command-aliases.js'
import { commandGroups, optionGroups, version } from './help-page.js'
import { topics } from './help-topics.js'
import { manPage } from './man-page.js'

/** A command whose texts hold whatever roff would take for its own. */
function oddProgram(): Command {
  const program = new Command('p2p')
  program
    .command('rates')
    .description("'tis a price -- 41\\3")
    .addArgument(new Argument('[fiat]', '.hidden at the start'))
    .addOption(new Option('--side <side>', 'buy or sell'))
    .addOption(new Option('--secret', 'not for people').hideHelp())
  const webhooks = program.command('webhooks')
  webhooks.command('create').description('a new one').option('--url <url>', 'where to')
  // Called like another command, whose examples are none of its own.
  webhooks.command('quote')
  program.command('me')
  return program
}

const equipped: string[] = []
let lines: readonly string[]

beforeAll(async () => {
  lines = (await manPage(oddProgram(), async (command) => void equipped.push(command.name()))).split('\n')
})

describe('the manual', () => {
  test('begins with its name and section and ends with a line break', () => {
    expect(lines[0]).toBe(`.TH P2P 1 "" "p2p ${version}" "p2p-rates"`)
    expect(lines.at(-1)).toBe('')
    expect(lines.filter((line) => line.startsWith('.SH ')).slice(0, 4)).toEqual([
      '.SH NAME',
      '.SH SYNOPSIS',
      '.SH DESCRIPTION',
      '.SH COMMANDS',
    ])
  })

  test('uses roff only for its own formatting', () => {
    const requests = lines.flatMap((line) => /^[.'](\S*)/.exec(line)?.[1] ?? [])
    expect([...new Set(requests)].sort()).toEqual(['B', 'EE', 'EX', 'I', 'PP', 'SH', 'SS', 'TH', 'TP'])
    expect(lines).toContain('\\&.hidden at the start')
    expect(lines).toContain("\\&'tis a price \\-\\- 41\\e3")
  })

  test('draws every hyphen of the texts as one that can be copied', () => {
    const texts = lines.filter((line) => !/^\.(TH|SH) /.test(line))
    expect(texts.filter((line) => /(?<!\\)-/.test(line))).toEqual([])
  })

  test('names every command, every option of all commands and every topic', () => {
    const text = lines.join('\n').replaceAll('\\-', '-')
    for (const [, entries] of [...commandGroups, ...optionGroups])
      for (const [term] of entries) expect(text).toContain(`\n.TP\n.B ${typedNameOf(term)}\n`)
    for (const [name, { entries }] of topics) {
      expect(text).toContain(`\n.SH ${name.replace('-', ' ').toUpperCase()}\n`)
      for (const [term] of entries) expect(text).toContain(`\n.B ${term}\n`)
    }
  })

  test('explains each command with its arguments, options and subcommands, without hidden ones', () => {
    expect(lines).toContain('.SS p2p rates [options] [fiat]')
    expect(lines).toContain('.B \\-\\-side <side>')
    expect(lines).toContain('.SS p2p webhooks create [options]')
    expect(lines).toContain('.B \\-\\-url <url>')
    expect(lines.filter((line) => line.includes('secret'))).toEqual([])
  })

  test('shows examples of a command and not of its subcommands', () => {
    const chapter = (heading: string) => {
      const begin = lines.indexOf(heading)
      const end = lines.findIndex((line, at) => at > begin && /^\.S[SH] /.test(line))
      return lines.slice(begin, end)
    }
    expect(chapter('.SS p2p rates [options] [fiat]')).toContain('.EX')
    expect(chapter('.SS p2p webhooks quote [options]').length).toBeGreaterThan(0)
    expect(chapter('.SS p2p webhooks quote [options]')).not.toContain('.EX')
  })

  test('gives options to the commands that have none yet, and to no other', () => {
    expect(equipped).toEqual(['me'])
  })
})
