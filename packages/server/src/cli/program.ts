import { nearestWord } from '@p2p-rates/core/internal'
import { Command, CommanderError } from 'commander'
import { version } from '../base/version.js'
import { addAccountCommands, addKeyAndPlanCommands } from './account-commands.js'
import { addClusterCommand } from './cluster-command.js'
import { configuration } from './configuration.js'
import { addCopyCommand } from './copy-command.js'
import { addDataCommands, addKeyCommands } from './data-and-key-commands.js'
import { errorMessage, exitCodes } from './error-message.js'
import { addAnchorCommand, addArchiveCommand, addFixingCommands } from './history-commands.js'
import { addReporterCommands } from './reporter-commands.js'
import { type BuildServer, start } from './start.js'
import { formatSettings } from './terminal-output.js'

/** Runs one command and resolves with its exit code. `build` serves the command that starts the server. */
export async function runProgram(words: readonly string[], build: BuildServer): Promise<number> {
  // Give only this user access to data, copies and sockets.
  process.umask(0o077)
  try {
    await program(build).parseAsync(words, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage
    const { code, message: line, stack } = errorMessage(error)
    console.error(`p2p-server: ${line}`)
    if (stack !== null) console.error(stack)
    return code
  }
}

function program(build: BuildServer): Command {
  const root = new Command('p2p-server')
    .description(
      'Peer-to-peer USDT prices you can trust, served from your own machine. Set up by P2P_* variables and .env.',
    )
    .version(version, '-V, --version', 'print the version')
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'p2p-server: ')) })

  root
    .command('start', { isDefault: true })
    .description('collect, judge and serve (the default)')
    // As the default it is also handed whatever is no command.
    .allowExcessArguments()
    .action(async (_, { args: [word] }: Command) =>
      word === undefined
        ? start(await configuration(), build)
        : root.error(`error: unknown command '${word}'${meantBy(word, root)}; see p2p-server --help`),
    )
  root
    .command('config')
    .description('about the configuration')
    .command('check')
    .description('check all settings and print those that you changed, secrets masked')
    .option('--all', 'those with their usual value, too')
    .option('--json', 'all of them as JSON, for programs')
    .action(checkConfig)
  addAccountCommands(root)
  addKeyAndPlanCommands(root)
  addDataCommands(root)
  addCopyCommand(root)
  addClusterCommand(root)
  addArchiveCommand(root)
  addFixingCommands(root)
  addAnchorCommand(root)
  addKeyCommands(root)
  addReporterCommands(root)
  return root
}

function meantBy(word: string, { commands }: Command): string {
  const meant = nearestWord(
    word,
    commands.map((command) => command.name()),
  )
  return meant === null ? '' : ` (Did you mean ${meant}?)`
}

async function checkConfig({ json = false, all = false }: { json?: boolean; all?: boolean }): Promise<void> {
  const { effective, warnings } = await configuration()
  if (json) console.log(JSON.stringify(effective, null, 2))
  else {
    const shown = effective.filter(({ isSet }) => all || isSet)
    if (shown.length > 0) console.log(formatSettings(shown))
    console.log(all ? 'All settings are valid.' : `All settings are valid. ${usual(effective.length - shown.length)}`)
  }
  for (const warning of warnings) console.error(`warning: ${warning}`)
}

const usual = (count: number): string => `${count} have their usual value (--all shows them).`
