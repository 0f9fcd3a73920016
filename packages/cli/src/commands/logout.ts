import { Failure } from '../failure.js'
import { configPath } from '../settings/config-path.js'
import { openProfiles } from '../settings/profiles.js'
import { wantedProfile } from '../settings/settings.js'
import type { Define } from './command.js'

export const define: Define = (command, cli) =>
  command.action(async () => {
    const file = await openProfiles(configPath(cli.environment))
    const name = wantedProfile(cli.options, cli.environment) ?? file.data.current
    const profile = Object.hasOwn(file.data.profiles, name) ? file.data.profiles[name] : undefined
    if (profile?.server === undefined && profile?.key === undefined)
      throw new Failure(
        'failed',
        `Profile ${name} remembers no server and no key.`,
        'p2p config list shows all profiles.',
      )
    await file.update(() => {
      delete profile.server
      delete profile.key
    })
    cli.terminal.print(`Forgot the server and the key of profile ${name}.`)
    cli.terminal.note('The key itself stays valid: only the operator of the server can revoke it.')
  })
