import type { Command } from 'commander'
import { type Candidate, candidates, type Lists } from '../complete/candidates.js'
import { shellScripts } from '../complete/shell-scripts.js'
import { exchangeName, usualExchanges } from '../exchange-names.js'
import { Failure } from '../failure.js'
import { topics } from '../help-topics.js'
import { configPath } from '../settings/config-path.js'
import { openProfiles, profileFields } from '../settings/profiles.js'
import type { Define } from './command.js'

const shells = Object.keys(shellScripts) as (keyof typeof shellScripts)[]

export const define: Define = (command, cli) =>
  command
    .description(
      `Print the completion script of a shell: ${shells.join(', ')}. Its first line tells how to install it.`,
    )
    .argument('[words...]', 'a shell; after -- the words typed so far')
    .action(async (words: string[]) => {
      // What follows a bare "--" is asked by the scripts, not by people.
      if (!process.argv.includes('--')) return cli.terminal.write(scriptOf(words[0]))
      const program = command.parent ?? command
      const found = await candidates(program, words, cli.equip, await lists(cli.environment, program))
      for (const { value, about } of found) cli.terminal.print(`${value}\t${about}`)
    })

function scriptOf(word: string | undefined): string {
  const shell = shells.find((known) => known === word)
  if (shell === undefined) throw new Failure('usage', 'Which shell?', `p2p complete ${shells.join(' | ')}`)
  return shellScripts[shell]
}

async function lists(environment: Readonly<Record<string, string | undefined>>, program: Command): Promise<Lists> {
  const { fiatNames } = await import('@p2p-rates/core')
  const exchanges = usualExchanges.map((id): Candidate => ({ value: id, about: exchangeName(id) }))
  const profiles = await openProfiles(configPath(environment)).catch(() => null)
  return {
    fiat: Object.entries(fiatNames).map(([value, about]) => ({ value, about })),
    exchange: exchanges,
    exchangeUrl: exchanges.map(({ value, about }) => ({ value: `${value}=http`, about })),
    side: plain(['buy', 'sell']),
    profile: plain(Object.keys(profiles?.data.profiles ?? {})),
    name: plain(profileFields),
    words: plain(shells),
    topic: plain([...program.commands.map((command) => command.name()), ...topics.keys(), 'man']),
  }
}

const plain = (values: readonly string[]): Candidate[] => values.map((value) => ({ value, about: '' }))
