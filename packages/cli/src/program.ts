import { Command, CommanderError, Help, type OutputConfiguration } from 'commander'
import { version } from '../package.json'
import { type Cli, type CliParts, openCli } from './cli.js'
import { commandGroups, equip } from './commands/all.js'
import { Failure } from './failure.js'
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
  }).hook('preSubcommand', (_, command) => {
    cli = openCli({ ...parts, equip, options: program.opts<GlobalOptions>() })
    equip(command, cli)
  })
  try {
    if (words.length === 0) program.outputHelp()
    else await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.code === 'commander.help') throw new Failure('usage', 'Which one of these?')
    if (error.exitCode !== 0) throw error
  } finally {
    await cli?.close()
  }
}

/** All commands by name and what they are for, without their options. */
function createProgram(output: OutputConfiguration): Command {
  const program = new Command('p2p')
    .configureOutput(output)
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
