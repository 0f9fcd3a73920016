import type { Cli } from '../cli.js'
import { Failure } from '../failure.js'
import { harmless } from '../render/harmless.js'
import { configPath } from '../settings/config-path.js'
import { defaultProfile, openProfiles, type Profile } from '../settings/profiles.js'
import { wantedProfile } from '../settings/settings.js'
import { openServerSource } from '../source/server-source.js'
import type { Define } from './command.js'

export const define: Define = (command, cli) =>
  command
    .description(
      'Remember a server and a key. Asks for what is missing on a terminal; reads the key from stdin otherwise.',
    )
    .action(async () => {
      const file = await openProfiles(configPath(cli.environment))
      const name = wantedProfile(cli.options, cli.environment) ?? defaultProfile
      const known: Profile = (Object.hasOwn(file.data.profiles, name) && file.data.profiles[name]) || {}
      const server = cli.options.server ?? (cli.environment.P2P_BASE_URL || known.server) ?? (await askServer(cli))
      const key = cli.options.key ?? (await askKey(cli))

      const usage = harmless(await openServerSource(server, key, await cli.settings()).p2p.me())
      await file.update((data) => {
        data.profiles[name] = { ...known, server, key }
        data.current = name
      })
      cli.terminal.print(`Logged in to ${server} with ${usage.key_prefix}..., plan ${usage.plan}.`)
      cli.terminal.note(`Kept as profile ${name} in ${configPath(cli.environment)}.`)
    })

async function askServer({ terminal }: Cli): Promise<string> {
  if (!terminal.isInteractive) throw new Failure('usage', 'Which server? Give --server URL.')
  const { text } = await import('@clack/prompts')
  return answered(await text({ message: 'Address of the server', placeholder: 'http://127.0.0.1:8080' }))
}

/** Reads the key, which is neither shown nor kept in the history of the shell. */
async function askKey({ terminal, readInput }: Cli): Promise<string> {
  if (terminal.isInteractive) {
    const { password } = await import('@clack/prompts')
    return answered(await password({ message: 'API key' }))
  }
  const missing = new Failure(
    'usage',
    'Which key? Pipe it in, or set P2P_API_KEY, or give --key.',
    'p2p login --server URL < key.txt',
  )
  const piped = (await readInput()).trim()
  if (piped === '') throw missing
  return piped
}

/** Ctrl+C at a question counts as an interruption. */
function answered(answer: string | symbol): string {
  if (typeof answer === 'symbol') throw new Failure('interrupted', 'Nothing was changed.')
  return answer.trim()
}
