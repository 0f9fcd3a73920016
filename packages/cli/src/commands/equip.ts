import type { Command } from 'commander'
import type { Cli } from '../cli.js'
import type { CommandName } from '../help-page.js'
import type { Define } from './command.js'
import { examples } from './examples.js'
import { define as rates } from './rates.js'

/** What is asked most begins at once. The others come together: a file for each would take longer to find than to read. */
const definitionOf = async (name: CommandName): Promise<Define> =>
  name === 'rates' ? rates : (await import('./lazy-commands.js')).lazyCommands[name]

/** Gives a command its options and what it does, when it is called: the others need none. */
export async function equip(command: Command, cli: Cli): Promise<void> {
  const name = command.name() as CommandName
  const define = await definitionOf(name)
  // A narrow window gets narrow explanations; subcommands inherit this.
  define(command.helpCommand(false).configureHelp({ minWidthToWrap: 16 }), cli)
  const ending = examples[name]?.map((line) => `\n  ${line}`)
  if (ending !== undefined) command.addHelpText('after', `\nFor example:${ending.join('')}`)
  command.addHelpText('afterAll', '\nOptions that every command has: p2p --help')
}
