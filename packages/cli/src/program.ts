import { Command, CommanderError, Help } from 'commander'
import { version } from '../package.json'
import { type Cli, type CliParts, openCli } from './cli.js'
import { commandGroups, load } from './commands/all.js'
import { readAddress, readProxy } from './options.js'
import type { GlobalOptions } from './settings/settings.js'

export type ProgramParts = Omit<CliParts, 'options'>

/** The whole command line. A command is loaded and given its options when it is called. */
export async function runProgram(words: readonly string[], parts: ProgramParts): Promise<void> {
  let cli: Cli | undefined
  let said = ''
  const program = createProgram()
    .configureOutput({
      writeOut: parts.terminal.write,
      // Errors are told by whoever catches them; only help that was not asked for goes through here.
      writeErr: (text) => {
        said += text
      },
      getOutHelpWidth: () => parts.terminal.look.width,
      getOutHasColors: () => parts.terminal.look.paint.isColorSupported,
    })
    .hook('preSubcommand', async (_, command) => {
      cli = openCli({ ...parts, options: program.opts<GlobalOptions>() })
      await load(command, cli)
    })
  try {
    if (words.length === 0) program.outputHelp()
    else await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return
    if (error instanceof CommanderError && error.code === 'commander.help')
      throw new CommanderError(2, error.code, said)
    throw error
  } finally {
    await cli?.close()
  }
}

/** All commands by name and what they are for, without their options. */
export function createProgram(): Command {
  const program = new Command('p2p')
    .description('What you really pay or get for USDT on peer-to-peer exchanges, now, and whether to believe it.')
    .usage('<command> [options]')
    .addHelpText('before', examples)
    .configureHelp({ subcommandTerm: (command) => command.name(), formatHelp: commandsFirst })
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'explain a command')
    .helpCommand(false)
    .exitOverride()
    .showSuggestionAfterError()
    .allowExcessArguments(false)

    .optionsGroup('Where prices come from:')
    .option('--server <url>', 'a p2p-rates server (or P2P_BASE_URL, or p2p login)')
    .option('--key <key>', 'API key for it (or P2P_API_KEY)')
    .option('--profile <name>', 'a remembered server and key (or P2P_PROFILE)')
    .option('--direct', 'the exchanges themselves, although a server is set')
    .option('--exchange-url <id=url>', 'ask an exchange at this address instead (repeatable)', readAddress)
    .option('--proxy <[id=]url>', 'reach exchanges, or one of them, through a proxy (repeatable)', readProxy)

    .optionsGroup('How they are printed (a table on a terminal, tab-separated otherwise):')
    .option('--json', 'one document, as the API gives it')
    .option('--ndjson', 'one document per line')
    .option('--csv', 'comma-separated with a heading, safe for spreadsheets')
    .option('--table', 'the table for people, also into a pipe')
    .option('--no-color', 'without colour (or NO_COLOR)')
    .option('--debug', 'tell where an error comes from')

  for (const [group, entries] of commandGroups) {
    program.commandsGroup(group)
    for (const [name, about] of entries) program.command(name).description(about)
  }
  return program
}

/** What one can do before how one can change it. */
function commandsFirst(command: Command, helper: Help): string {
  const sections = Help.prototype.formatHelp.call(helper, command, helper).trimEnd().split('\n\n')
  const isOptions = (section: string) => /\n\s+-/.test(section)
  return `${[...sections.filter((section) => !isOptions(section)), ...sections.filter(isOptions)].join('\n\n')}\n`
}

const examples = `Examples:
  p2p rates --fiat UAH                        best prices now, straight from six exchanges
  p2p quote --side buy --amount 50000         what 50,000 UAH really buys, ad by ad
  p2p orderbook --exchange binance --why      whom to trust, and why
  p2p watch --fiat EUR                        live, until Ctrl+C
`
