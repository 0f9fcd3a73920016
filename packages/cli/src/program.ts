import { Command, CommanderError, Option, type OutputConfiguration } from 'commander'
import { type Cli, type CliParts, openCli } from './cli.js'
import { CliError, toCliError } from './cli-error.js'
import { resolveAliases, typedNameOf } from './command-aliases.js'
import { configureCommand } from './commands/configure-command.js'
import { commandGroups, firstPage, hiddenCommands, optionGroups, takesValue, version } from './help-page.js'
import { readAddress, readCount, readProxy, readTimeout } from './input/options.js'
import { readIfNamed } from './listed-exchanges.js'
import { exchangeModules, type GlobalOptions, readSettings, type Settings } from './settings/settings.js'
import { say } from './words/say.js'

export type ProgramParts = Omit<CliParts, 'options' | 'typedWords' | 'configure' | 'exchanges'>

export async function runProgram(typed: readonly string[], parts: ProgramParts): Promise<void> {
  const { terminal } = parts
  const { words: typedWords, deprecated } = resolveAliases(typed, takesValue)
  if (deprecated !== null)
    terminal.printNote(say('{former} is now {name}.', { former: deprecated[0], name: deprecated[1] }))
  let cli: Cli | undefined
  const program = createProgram({
    writeOut: terminal.write,
    // The caller prints errors.
    outputError: () => {},
    writeErr: terminal.writeErr,
    getOutHelpWidth: () => terminal.renderOptions.width,
    getErrHelpWidth: () => terminal.renderOptions.width,
    getOutHasColors: () => terminal.renderOptions.paint.isColorSupported,
  }).hook('preSubcommand', async (_, command) => {
    const options = program.opts<GlobalOptions>()
    const modules = exchangeModules(options, parts.environment)
    const keysFile = parts.environment.P2P_EXCHANGE_KEYS_FILE
    const settings = await readSettings(options, parts.environment).catch(() => null)
    const named = namedExchanges(typedWords, settings)
    const exchanges = exchangeLoader(modules, parts.folder, keysFile, named)
    cli = openCli({ ...parts, typedWords, configure: configureCommand, options, exchanges })
    // Load them first, because options may name them. A server knows for which exchanges it has keys.
    if (modules.length + named.length > 0 || (keysFile && settings?.server === null)) await exchanges()
    await cli.configure(command)
  })
  try {
    await program.parseAsync(typedWords, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError && error.code === 'commander.help')
      throw new CliError(
        'usage',
        say('Missing subcommand.'),
        say('{command} --help lists the subcommands.', { command: commandIn(program, typedWords) }),
      )
    if (!(error instanceof CommanderError && error.exitCode === 0))
      throw (
        (cli === undefined ? await misplacedOption(error, program, typedWords, parts) : null) ??
        toCliError(
          unexpectedResponse(error, cli?.answeringServer()) ?? error,
          commandIn(program, typedWords),
          cli?.origins,
        )
      )
  } finally {
    await cli?.close()
  }
}

/** Loads the exchanges when first needed, because most commands ask a server. */
function exchangeLoader(
  files: readonly string[],
  folder: string,
  keysFile?: string,
  named?: readonly string[],
): Cli['exchanges'] {
  let loaded: ReturnType<Cli['exchanges']> | undefined
  return () => {
    loaded ??= import('./exchange-modules.js').then(({ loadExchangeModules }) =>
      loadExchangeModules(files, folder, keysFile, named),
    )
    return loaded
  }
}

/** Exchanges outside the usual ones that the command line, the profile or an address names. */
function namedExchanges(words: readonly string[], settings: Settings | null): readonly string[] {
  const { exchange = '', me, exchangeUrls } = settings ?? {}
  const texts = [...words, exchange, ...(me?.exchanges ?? []), ...(exchangeUrls?.keys() ?? [])]
  const names = new Set(texts.flatMap((text) => text.toLowerCase().split(/[,=]/)))
  return readIfNamed.filter((id) => names.has(id))
}

/** Before any command there are other options than behind one. */
async function misplacedOption(
  error: unknown,
  program: Command,
  typedWords: readonly string[],
  parts: ProgramParts,
): Promise<CliError | null> {
  if (!(error instanceof CommanderError) || error.code !== 'commander.unknownOption') return null
  const typed = /'(-[^'=]+)/.exec(error.message)?.[1]
  const usual = toCliError(error)
  if (typed === undefined) return usual
  const exchanges = exchangeLoader([], parts.folder)
  const cli = openCli({ ...parts, typedWords, configure: configureCommand, options: {}, exchanges })
  const { hintForMisplaced } = await import('./misplaced-option.js')
  const hint = await hintForMisplaced(typed, { program, words: typedWords, configure: cli.configure })
  // A similar option common to all commands wins over one of a single command.
  const isNearer = /\n\(/.test(error.message) && hint?.isTyped !== true
  return hint === null || isNearer ? usual : new CliError('usage', usual.message, hint.text, { cause: error })
}

/** An error of our own code on a server's answer means that the answer was malformed. */
const unexpectedResponse = (cause: unknown, server: string | null | undefined): CliError | null =>
  server && (cause instanceof TypeError || cause instanceof RangeError)
    ? new CliError(
        'failed',
        say('The answer of {server} has an unknown form.', { server }),
        say('p2p doctor checks the server and its version; --json prints its answer.'),
        { cause },
      )
    : null

export function createProgram(output: OutputConfiguration = {}): Command {
  const program = new Command('p2p')
    .configureOutput(output)
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .exitOverride()
    .showSuggestionAfterError()
    .allowExcessArguments(false)
  for (const [, entries] of optionGroups)
    for (const [flags, about] of entries) program.addOption(withReader(new Option(flags, about)))
  for (const [, entries] of commandGroups)
    for (const [name, about] of entries)
      program.command(name, { hidden: typedNameOf(name) !== name }).description(about)
  for (const [name, about] of hiddenCommands) program.command(name, { hidden: true }).description(about)
  // After the commands, which would inherit it.
  return program.configureHelp({ formatHelp: (_, { helpWidth }) => firstPage(helpWidth ?? 80) })
}

function commandIn(program: Command, words: readonly string[]): string {
  const names: string[] = []
  let command: Command | undefined = program
  for (const word of words) {
    command = command.commands.find((known) => known.name() === word)
    if (command === undefined) break
    names.push(command.parent === program ? withoutValue(typedNameOf(word)) : word)
  }
  return [program.name(), ...names].join(' ')
}

/** An option whose value is not known cannot be typed: the command before it can. */
const withoutValue = (typed: string): string => (typed.includes('<') ? (typed.split(' ', 1)[0] ?? '') : typed)

function withReader(option: Option): Option {
  if (option.long === '--exchange-url') return option.argParser(readAddress)
  if (option.long === '--exchange-module')
    return option.argParser((file, before: readonly string[] = []) => [...before, file])
  if (option.long === '--proxy') return option.argParser(readProxy)
  if (option.long === '--columns') return option.argParser((names) => names.split(','))
  if (option.long === '--limit') return option.argParser(readCount)
  return option.long === '--timeout' ? option.argParser(readTimeout) : option
}
