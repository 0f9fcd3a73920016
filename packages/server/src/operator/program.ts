import { Command, CommanderError } from 'commander'
import { version } from '../version.js'
import { addAccountCommands } from './account-commands.js'
import { addArchiveCommand } from './archive-command.js'
import { addClusterCommand } from './cluster-command.js'
import { addCopyCommand } from './copy-command.js'
import { addDataCommands, addKeyCommands } from './data-commands.js'
import { addFixingCommands } from './fixing-commands.js'
import { exitCodes, inWords } from './in-words.js'
import { addReporterCommands } from './reporter-commands.js'
import { settingsPage } from './settings-page.js'
import { type BuildServer, start } from './start.js'
import { configuration } from './with-operator.js'

/** Runs one command; `build` is for the one that starts the server. Resolves with the exit code. */
export async function runProgram(words: readonly string[], build: BuildServer): Promise<number> {
  // Only this user may read data, copies and sockets.
  process.umask(0o077)
  try {
    await program(build).parseAsync(words, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage
    const { code, words: line, stack } = inWords(error)
    console.error(line)
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

  root
    .command('start', { isDefault: true })
    .description('collect, judge and serve (the default)')
    // As the default it is also handed whatever is no command.
    .allowExcessArguments()
    .action(async (_, { args: [word] }: Command) =>
      word === undefined
        ? start(await configuration(), build)
        : root.error(`error: unknown command '${word}'; see p2p-server --help`),
    )
  root
    .command('config')
    .description('about the configuration')
    .command('check')
    .description('print every setting as it takes effect, secrets masked')
    .option('--json', 'as JSON, for programs')
    .action(checkConfig)
  addAccountCommands(root)
  addDataCommands(root)
  addCopyCommand(root)
  addClusterCommand(root)
  addArchiveCommand(root)
  addFixingCommands(root)
  addKeyCommands(root)
  addReporterCommands(root)
  return root
}

async function checkConfig({ json = false }: { json?: boolean }): Promise<void> {
  const { effective, unknown } = await configuration()
  console.log(json ? JSON.stringify(effective, null, 2) : settingsPage(effective))
  for (const name of unknown) console.error(`warning: ${name} is not a setting of this server`)
}
