import type { Usage } from '@p2p-rates/sdk'
import type { Cli } from '../cli.js'
import { CliError } from '../cli-error.js'
import { sanitize } from '../render/sanitize.js'
import { configPath } from '../settings/config-path.js'
import { defaultProfile, openProfiles, type Profile } from '../settings/profiles.js'
import { serverAddress } from '../settings/server-address.js'
import { type Settings, settingsOf, wantedProfile } from '../settings/settings.js'
import { openServerSource } from '../source/server-source.js'
import { say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

export const define: CommandFactory = (command, cli) =>
  command
    .description('Save a server and an API key. Prompts on a terminal; otherwise reads the key from stdin.')
    .action(async () => {
      const file = await openProfiles(configPath(cli.environment))
      const name = wantedProfile(cli.options, cli.environment) ?? defaultProfile
      const known: Profile = (Object.hasOwn(file.data.profiles, name) && file.data.profiles[name]) || {}
      // The profile need not exist yet.
      const settings = settingsOf(cli.options, cli.environment, { name, profile: known })
      const named = cli.options.server ?? (cli.environment.P2P_BASE_URL || known.server)
      const server = named === undefined ? await askServer(cli, settings) : addressOf(named)
      const { key, usage } = await knownKey(cli, server, settings)
      await file.update((data) => {
        data.profiles[name] = { ...known, server, key }
        data.current = name
      })
      cli.terminal.print(
        say('Logged in to {server} with {key}..., plan {plan}.', { server, key: usage.key_prefix, plan: usage.plan }),
      )
      cli.terminal.printNote(say('Saved as profile {name} in {path}.', { name, path: configPath(cli.environment) }))
    })

const example = 'http://127.0.0.1:8080'
const noAddress = () => say('The server address must be like https://rates.example.com or localhost:8080.')

function addressOf(text: string): string {
  const address = serverAddress(text)
  if (address === null) throw new CliError('usage', noAddress(), 'p2p login --server https://p2p.example.com')
  return address
}

async function askServer(cli: Cli, settings: Settings): Promise<string> {
  if (!cli.terminal.isInteractive) throw new CliError('usage', say('Missing --server URL.'))
  const { text } = await import('@clack/prompts')
  const typed = await text({
    message: say('Address of the server'),
    placeholder: example,
    defaultValue: example,
    validate: (value) => (value && serverAddress(value) === null ? noAddress() : undefined),
  })
  const address = addressOf(answered(typed))
  await openServerSource(address, null, settings)
    .p2p.me()
    .catch((error: unknown) => {
      // A server that asks for a key is there.
      if ((error as { status?: unknown }).status !== 401) throw error
    })
  return address
}

const mostTries = 3

/** A key that the server takes. A person may try again. */
async function knownKey(
  cli: Cli,
  server: string,
  settings: Settings,
): Promise<{ readonly key: string; readonly usage: Usage }> {
  for (let tries = 1; ; tries++) {
    const key = cli.options.key ?? (await askKey(cli))
    try {
      return { key, usage: sanitize(await openServerSource(server, key, settings).p2p.me()) }
    } catch (error) {
      const mayTryAgain = cli.terminal.isInteractive && cli.options.key === undefined && tries < mostTries
      if (!mayTryAgain || (error as { status?: unknown }).status !== 401) throw error
      cli.terminal.printWarning(say('The server rejected this key. Paste it again.'))
    }
  }
}

/** Reads the key, which is neither shown nor kept in the history of the shell. */
async function askKey({ terminal, readInput }: Cli): Promise<string> {
  if (terminal.isInteractive) {
    const { password } = await import('@clack/prompts')
    return answered(await password({ message: say('API key') }))
  }
  const missing = new CliError(
    'usage',
    say('The key is missing: pipe it in, or give --key.'),
    'p2p login --server URL < key.txt',
  )
  const piped = (await readInput()).trim()
  if (piped === '') throw missing
  return piped
}

/** Ctrl+C at a question counts as an interruption. */
function answered(answer: string | symbol): string {
  if (typeof answer === 'symbol') throw new CliError('interrupted', say('Nothing was changed.'))
  return answer.trim()
}
