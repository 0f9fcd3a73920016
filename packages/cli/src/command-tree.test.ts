import { usualExchanges } from '@p2p-rates/core/internal'
import type { Command } from 'commander'
import { beforeAll, describe, expect, test } from 'vitest'
import { openCli } from './cli.js'
import { commandAliases, deprecatedAliases, resolveAliases } from './command-aliases.js'
import { configureCommand } from './commands/configure-command.js'
import { takesValue } from './help-page.js'
import { createProgram } from './program.js'
import { openTerminal } from './terminal.js'

/** Every command below another one, by the command above it. The same deed has the same verb everywhere. */
const verbs = {
  alerts: ['list', 'get', 'create', 'update', 'delete'],
  webhooks: [
    ...['list', 'get', 'create', 'update', 'delete'],
    ...['test', 'deliveries', 'resend', 'rotate-secret', 'activate-secret'],
  ],
  rules: ['list', 'get', 'create', 'update', 'delete', 'price', 'preview'],
  boards: ['list', 'get', 'create', 'update', 'delete'],
  inboxes: ['list', 'create', 'delete'],
  config: ['list', 'get', 'set', 'delete', 'use', 'path'],
}

/** Every option, with its letter and its value: it has the same ones at every command. */
const options = [
  ...['-f, --fiat <code>', '-s, --side <side>', '-e, --exchange <id>', '-a, --amount <n>', '-u, --amount-usdt <n>'],
  ...['--from <id>', '--to <id>', '--transfer-fee-usdt <usdt>', '--trade-worth-usdt <usdt>', '--age'],
  ...['-m, --payment-method <name>', '-x, --exclude-method <name>', '--from-method <name>', '--to-method <name>'],
  ...['--merchant', '--min-orders <n>', '--min-completion-pct <percent>', '--trusted', '--all', '-w, --why', '--open'],
  ...['--steps', '--demands'],
  ...['--last <span>', '--since <time>', '--until <time>', '--timezone <zone>', '--at <moment>', '--every <seconds>'],
  ...[
    '--by <what>',
    '--candles <length>',
    '--interval <length>',
    '--week',
    '--quality',
    '--plan',
    '--by-key',
    '--errors',
  ],
  ...[
    '--verify',
    '--known <digest>',
    '--inputs <day>',
    '--recompute',
    '--anchored <file>',
    '--restated',
    '--search <text>',
    '--country <code>',
  ],
  ...['--buy-below <price>', '--sell-above <price>', '--profit-above <percent>', '--telegram', '--email <address>'],
  ...['--ntfy <url>', '--discord <url>', '--slack <url>'],
  ...['--quiet <from-to>', '--digest <time>', '--expires <when>'],
  ...['--url <url>', '--event <kind>', '--threshold <n>', '--fill-amount <n>', '--confidence <level>'],
  ...['--hold-seconds <n>', '--hysteresis <n>', '--description <text>', '--enable', '--disable', '--overlap-hours <n>'],
  ...['--language <code>', '--forward-to <url>', '--print-secret'],
  ...['--name <text>', '--base <word>', '--nth <n>', '--offset-pct <percent>', '--offset <fiat>', '--step <fiat>'],
  ...['--rounding <how>', '--floor <fiat>', '--ceiling <fiat>', '--last-good-seconds <n>', '--clear <field>'],
  ...['--title <text>', '--rule <id>', '--theme <word>', '--accent <colour>'],
  ...['--format <kind>', '-o, --out <file>', '--force', '--archive <path>', '--trusted-from <score>'],
  ...['--recording <file>'],
  ...['--band-usdt <from-to>', '--gate-floor-pct <n>', '--speed <n>', '--port <n>', '--seed <n>', '--key-file <file>'],
  ...['--once', '--include <fields>'],
  ...['--server <url>', '--key <key>', '--profile <name>', '--direct', '--exchange-url <id=url>'],
  ...['--exchange-module <file>', '--proxy <[id=]url>', '--timeout <seconds>', '--json', '--ndjson', '--csv'],
  ...['--table', '--links', '--no-pager', '--columns <names>', '--sort <column>', '-n, --limit <n>'],
  ...['--field <path>', '--no-color', '--debug', '-v, --version'],
]

const silent = { write: () => true }
const program = createProgram()

beforeAll(async () => {
  const cli = openCli({
    terminal: openTerminal({ out: silent, err: silent, inIsTty: false, environment: {} }),
    environment: {},
    folder: '.',
    typedWords: [],
    options: {},
    setInterruptHandler: () => {},
    setExitCode: () => {},
    sleep: async () => {},
    readInput: async () => '',
    exchanges: async () => usualExchanges,
    configure: configureCommand,
  })
  for (const command of program.commands) await cli.configure(command)
})

const allCommands = (command: Command): Command[] => [command, ...command.commands.flatMap(allCommands)]

test('one set of verbs: every command below another one is in the table, and nothing else is', () => {
  const found = program.commands
    .filter(({ commands }) => commands.length > 0)
    .map((command) => [command.name(), command.commands.map((sub) => sub.name()).toSorted()] as const)
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(verbs).map(([name, below]) => [name, below.toSorted()])),
  )
})

test('one set of options: every option is in the table, with the same letter and value at every command', () => {
  const found = new Set(allCommands(program).flatMap((command) => command.options.map(({ flags }) => flags)))
  expect([...found].toSorted()).toEqual(options.toSorted())
})

test('some thirty commands stand where fifty did', () => {
  expect(program.createHelp().visibleCommands(program).length).toBeLessThanOrEqual(36)
})

describe('a spelling of an earlier version', () => {
  const values: Record<string, string> = { '<id>': 'okx', '<kind>': 'ping' }
  const spellings = [...deprecatedAliases, ...commandAliases].map(([typed]) =>
    typed.replace(/<\w+>/, (place) => values[place] ?? '5'),
  )

  test.each(spellings)('%s leads to a command and an option that there are', (typed) => {
    const { words } = resolveAliases(typed.split(' '), takesValue)
    let command: Command = program
    for (const word of words) {
      const below = command.commands.find((one) => one.name() === word)
      if (below !== undefined) command = below
    }
    expect(command).not.toBe(program)
    const verb = words[words.indexOf(command.name()) + 1]
    if (command.commands.length > 0 && typed.split(' ').length > 1 && !typed.includes('--'))
      expect(verb).toBeUndefined()
    const known = new Set(
      [...allCommands(command), program].flatMap((one) => one.options.flatMap(({ long, short }) => [long, short])),
    )
    for (const word of words) if (word.startsWith('-')) expect(known).toContain(word)
  })

  test.each([
    ['webhooks add --url x', 'p2p webhooks add is now p2p webhooks create.'],
    ['desk rules edit ru_1', 'p2p rules edit is now p2p desk rules update.'],
    ['depth EUR', 'p2p depth is now p2p rates --by size.'],
    ['stream', 'p2p stream is now p2p watch --json.'],
    ['quote 50000 --fee 1', '--fee is now --transfer-fee-usdt.'],
    ['history --hours 72', '--hours is now --last.'],
    ['me', 'p2p me is now p2p usage --plan.'],
    ['rates --by size', null],
    ['orderbook okx', null],
    ['config update fiat EUR', null],
    ['alerts add --buy-below 41', null],
  ])('%s: %s', (typed, note) => {
    const { deprecated } = resolveAliases(typed.split(' '), takesValue)
    expect(deprecated === null ? null : `${deprecated[0]} is now ${deprecated[1]}.`).toBe(note)
  })
})
