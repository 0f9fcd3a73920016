import { CliError } from '../cli-error.js'
import { configPath } from '../settings/config-path.js'
import { openProfiles } from '../settings/profiles.js'
import { wantedProfile } from '../settings/settings.js'
import { say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

export const define: CommandFactory = (command, cli) =>
  command.action(async () => {
    const file = await openProfiles(configPath(cli.environment))
    const name = wantedProfile(cli.options, cli.environment) ?? file.data.current
    const profile = Object.hasOwn(file.data.profiles, name) ? file.data.profiles[name] : undefined
    if (profile?.server === undefined && profile?.key === undefined)
      throw new CliError(
        'failed',
        say('Profile {name} has no saved server or key.', { name }),
        say('p2p config list lists the profiles.'),
      )
    await file.update(() => {
      delete profile.server
      delete profile.key
    })
    cli.terminal.print(say('Removed the server and key of profile {name}.', { name }))
    cli.terminal.printNote(say('The key stays valid until the operator of the server revokes it.'))
  })
