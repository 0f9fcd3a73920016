import type { Cli } from './cli.js'
import { configPath } from './settings/config-path.js'
import { openProfiles, type ProfileField } from './settings/profiles.js'
import { allTargets, withoutPassword } from './settings/proxies.js'
import { wantedProfile } from './settings/settings.js'
import { say } from './words/say.js'

/**
 * Offers to remember addresses and proxies that were typed and have worked. Asks on a terminal, otherwise tells how.
 */
export async function offerToSaveSettings(cli: Cli, reached: ReadonlySet<string>): Promise<void> {
  const found = settingsThatWorked(cli, reached)
  if (found.length === 0) return
  if (!cli.terminal.isInteractive || cli.format !== 'people') {
    for (const [field, value] of found)
      cli.terminal.printNote(
        say('This worked. To save it: p2p config set {field} {value}', { field, value: withoutPassword(value) }),
      )
    return
  }
  const { confirm } = await import('@clack/prompts')
  const shown = found.map(([field, value]) => `${field} ${withoutPassword(value)}`).join(', ')
  if ((await confirm({ message: say('This worked: {shown}. Save it?', { shown }) })) !== true) return
  const file = await openProfiles(configPath(cli.environment))
  const name = wantedProfile(cli.options, cli.environment) ?? file.data.current
  await file.update((data) => {
    const before = Object.hasOwn(data.profiles, name) ? data.profiles[name] : {}
    data.profiles[name] = { ...before, ...Object.fromEntries(found) }
  })
}

/** Leaves out an exchange's own way when that exchange was not reached. A way for all counts when any was. */
function settingsThatWorked({ options }: Cli, reached: ReadonlySet<string>): [ProfileField, string][] {
  if (reached.size === 0) return []
  const worked = ([who]: readonly [string, string]) => who === allTargets || reached.has(who)
  const proxies = [...(options.proxy ?? [])].filter(worked)
  const addresses = [...(options.exchangeUrl ?? [])].filter(worked)
  const proxy = proxies.map(([who, address]) => (who === allTargets ? address : `${who}=${address}`)).join(',')
  const url = addresses.map((pair) => pair.join('=')).join(',')
  const ways: [ProfileField, string][] = [
    ['proxy', proxy],
    ['exchange-url', url],
    ['timeout', options.timeout === undefined ? '' : String(options.timeout)],
  ]
  return ways.filter(([, value]) => value !== '')
}
