import { cleanText } from '@p2p-rates/contract/words'
import type { Cli } from '../cli.js'
import { CliError } from '../cli-error.js'
import { type Candidate, candidates, type Lists } from '../complete/candidates.js'
import { shellScripts } from '../complete/shell-scripts.js'
import { exchangeName, usualExchanges } from '../exchange-names.js'
import { commandGroups } from '../help-page.js'
import { topics } from '../help-topics.js'
import { configPath } from '../settings/config-path.js'
import { openProfiles, profileFields } from '../settings/profiles.js'
import { say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'
import { kinds } from './listen.js'

const shells = Object.keys(shellScripts) as (keyof typeof shellScripts)[]

export const define: CommandFactory = (command, cli) =>
  command
    .description(
      `Print the completion script of a shell: ${shells.join(', ')}. Its first line shows how to install it.`,
    )
    .argument('[words...]', 'shell; after --: the words typed so far')
    .action(async (words: string[]) => {
      // The scripts put their question after a bare "--".
      if (!cli.typedWords.includes('--')) return cli.terminal.write(scriptOf(words[0]))
      const program = command.parent ?? command
      await nameTypedModules(words.slice(0, -1), cli.folder)
      const found = await candidates(program, words, cli.configure, await lists(cli))
      for (const { value, about } of found) cli.terminal.print(`${cleanText(value)}\t${cleanText(about)}`)
    })

function scriptOf(word: string | undefined): string {
  const shell = shells.find((known) => known === word)
  if (shell === undefined)
    throw new CliError('usage', say('Missing or unknown shell.'), `p2p complete ${shells.join(' | ')}`)
  return shellScripts[shell]
}

/**
 * Load exchange modules named on the line, so that completion offers their exchanges. Ignore load errors, because the
 * command itself reports them.
 */
async function nameTypedModules(words: readonly string[], folder: string): Promise<void> {
  const files = words.flatMap((word, at) =>
    words[at - 1] === '--exchange-module' ? [word] : (/^--exchange-module=(.+)$/.exec(word)?.[1] ?? []),
  )
  if (files.length > 0)
    await (await import('../exchange-modules.js')).loadExchangeModules(files, folder).catch(() => {})
}

async function lists(cli: Cli): Promise<Lists> {
  const { fiatNames, paymentMethods } = await import('@p2p-rates/core')
  const exchanges = usualExchanges.map((id): Candidate => ({ value: id, about: exchangeName(id) }))
  const profiles = await openProfiles(configPath(cli.environment)).catch(() => null)
  const methods = paymentMethods.map(({ id, name }): Candidate => ({ value: id, about: name }))
  const fiats = Object.entries(fiatNames).map(([value, about]): Candidate => ({ value, about }))
  const sides = plain(['buy', 'sell'])
  return {
    fiat: fiats,
    fiats,
    what: [...sides, ...exchanges, ...fiats, ...plain(['usdt'])],
    paymentMethod: methods,
    excludeMethod: methods,
    id: () => webhookIds(cli),
    exchange: [...exchanges, { value: 'all', about: 'every exchange' }],
    exchangeUrl: exchanges.map(({ value, about }) => ({ value: `${value}=http`, about })),
    side: sides,
    event: plain(kinds),
    profile: plain(Object.keys(profiles?.data.profiles ?? {})),
    name: plain(profileFields),
    words: plain(shells),
    topic: plain([
      ...commandGroups.flatMap(([, entries]) => entries.map(([name]) => name)),
      ...topics.keys(),
      'all',
      'man',
    ]),
  }
}

/** The lists of the server that is set, asked with a short time limit. */
async function webhookIds(cli: Cli): Promise<readonly Candidate[]> {
  const settings = await cli.settings()
  if (settings.server === null) return []
  const { openServerSource } = await import('../source/server-source.js')
  const { p2p } = openServerSource(settings.server, settings.key, { ...settings, timeoutMs: 2_000 })
  const { webhooks } = await p2p.webhooks.list({ maxRetries: 0 }).catch(() => ({ webhooks: [] }))
  return webhooks.map(({ id, event, fiat, threshold }) => ({ value: id, about: `${event} ${fiat} ${threshold}` }))
}

const plain = (values: readonly string[]): Candidate[] => values.map((value) => ({ value, about: '' }))
