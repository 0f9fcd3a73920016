import { type Command, Option } from 'commander'
import type { Cli } from '../cli.js'
import { typedNameOf } from '../command-aliases.js'
import type { CommandName } from '../help-page.js'
import { aliasOptions, aliasSubcommands } from './alias-options-and-subcommands.js'
import type { CommandFactory } from './command-factory.js'
import { helpExamples } from './help-examples.js'
import { define as rates } from './rates.js'

/** Load the most frequent command at once. All other commands share one file, which loads faster than many. */
const definitionOf = async (name: CommandName): Promise<CommandFactory> =>
  name === 'rates' ? rates : (await import('./lazy-commands.js'))[name]

export async function configureCommand(command: Command, cli: Cli): Promise<void> {
  const name = command.name() as CommandName
  const define = await definitionOf(name)
  // A narrow window gets narrow explanations; subcommands inherit this.
  define(command.helpCommand(false).configureHelp(helpStyle), cli)
  addAliases(command, name)
  const ending = helpExamples[name]?.map((line) => `\n  ${line}`)
  if (ending !== undefined) command.addHelpText('after', `\nFor example:${ending.join('')}`)
  command.addHelpText('afterAll', '\nOptions of every command: p2p help all')
}

const helpStyle = {
  minWidthToWrap: 16,
  commandUsage: usageOf,
  commandDescription: (command: Command) => sentenceOf(command.description()),
}

const sentenceOf = (text: string): string => text.replace(/^./, (first) => first.toUpperCase()).replace(/[^.]$/, '$&.')

function usageOf(command: Command): string {
  const names: string[] = []
  for (let at: Command | null = command; at?.parent != null; at = at.parent) names.unshift(at.name())
  const [first = '', ...rest] = names
  return ['p2p', typedNameOf(first), ...rest, command.usage()].join(' ')
}

function addAliases(command: Command, name: CommandName): void {
  for (const { flags, about, words } of aliasOptions(name)) {
    const option = new Option(flags, about)
    command.addOption(words.length === 0 ? option : option.choices(words))
  }
  const words = aliasSubcommands(name)
  const room = Math.max(...words.map(([word]) => word.length))
  const below = words.map(([word, about]) => `\n  p2p ${name} ${word.padEnd(room)}  ${about}`)
  if (below.length > 0) command.addHelpText('after', `\nRelated commands:${below.join('')}`)
}
