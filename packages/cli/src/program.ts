import { Command, CommanderError, Option, type OutputConfiguration } from 'commander'
import { type Cli, type CliParts, openCli } from './cli.js'
import { equip } from './commands/all.js'
import { commandGroups, helpPage, optionGroups, version } from './contents.js'
import { Failure, failureOf } from './failure.js'
import { readAddress, readProxy } from './options.js'
import type { GlobalOptions } from './settings/settings.js'

export type ProgramParts = Omit<CliParts, 'options' | 'equip'>

/** The whole command line. */
export async function runProgram(words: readonly string[], parts: ProgramParts): Promise<void> {
  const { terminal } = parts
  let cli: Cli | undefined
  const program = createProgram({
    writeOut: terminal.write,
    // Whoever catches an error tells it.
    outputError: () => {},
    writeErr: terminal.writeErr,
    getOutHelpWidth: () => terminal.look.width,
    getErrHelpWidth: () => terminal.look.width,
    getOutHasColors: () => terminal.look.paint.isColorSupported,
  }).hook('preSubcommand', async (_, command) => {
    cli = openCli({ ...parts, equip, options: program.opts<GlobalOptions>() })
    await equip(command, cli)
  })
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError && error.code === 'commander.help')
      throw new Failure('usage', 'Which one of these?')
    if (!(error instanceof CommanderError && error.exitCode === 0)) throw failureOf(error, commandIn(program, words))
  } finally {
    await cli?.close()
  }
}

/** All commands by name and what they are for, without their options. */
function createProgram(output: OutputConfiguration): Command {
  const program = new Command('p2p')
    .configureOutput(output)
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'explain a command')
    .helpCommand(false)
    .exitOverride()
    .showSuggestionAfterError()
    .allowExcessArguments(false)
  for (const [, entries] of optionGroups)
    for (const [flags, about] of entries) {
      const option = new Option(flags, about)
      const read = readers.get(option.long ?? '')
      program.addOption(read === undefined ? option : option.argParser(read))
    }
  for (const [, entries] of commandGroups) for (const [name, about] of entries) program.command(name).description(about)
  // After the commands, which would inherit it.
  return program.configureHelp({ formatHelp: helpPage })
}

/** The command that these words lead to, as one types it. */
function commandIn(program: Command, words: readonly string[]): string {
  const names = [program.name()]
  let command: Command | undefined = program
  for (const word of words) {
    command = command.commands.find((known) => known.name() === word)
    if (command === undefined) break
    names.push(word)
  }
  return names.join(' ')
}

const readers = new Map([
  ['--exchange-url', readAddress],
  ['--proxy', readProxy],
])
