import { fiatNames } from '@p2p-rates/core'
import { nearestWord } from '@p2p-rates/core/internal'
import type { Low } from 'lowdb'
import type { Cli } from '../cli.js'
import { CliError } from '../cli-error.js'
import { usualExchanges } from '../exchange-names.js'
import { tableOf } from '../render/table.js'
import { readAboutMe } from '../settings/about-me.js'
import { configPath } from '../settings/config-path.js'
import { readAddresses, readSeconds } from '../settings/parse-profile-values.js'
import { openProfiles, type Profile, type ProfileField, type Profiles, profileFields } from '../settings/profiles.js'
import { readRules, withoutPassword } from '../settings/proxies.js'
import { serverAddress } from '../settings/server-address.js'
import { wantedProfile } from '../settings/settings.js'
import { say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

export const define: CommandFactory = (command, cli) => {
  const open = () => openProfiles(configPath(cli.environment))
  const fields = profileFields.join(', ')

  command
    .command('path')
    .description('print the file of the profiles')
    .action(() => cli.terminal.print(configPath(cli.environment)))

  command
    .command('list')
    .description('list all profiles; keys are masked')
    .action(async () => cli.printReport(profilesReport((await open()).data)))

  command
    .command('get <name>')
    .description(`print a setting: ${fields}`)
    .action(async (name: string) => {
      const value = profileOf(cli, await open())[fieldOf(name)]
      if (value === undefined)
        throw new CliError('failed', say('{name} is not set.', { name }), `p2p config set ${name} VALUE`)
      cli.terminal.print(value)
    })

  command
    .command('set <name> <value>')
    .description(`change a setting: ${fields}; lists are separated by commas`)
    .action(async (name: string, value: string) => {
      const file = await open()
      const field = fieldOf(name)
      const text = checked(field, value)
      await file.update((data) => {
        data.profiles[profileName(cli, file)] = { ...profileOf(cli, file), [field]: text }
      })
    })

  command
    .command('delete <name>')
    .description(`delete a setting: ${fields}`)
    .action(async (name: string) => {
      const file = await open()
      const field = fieldOf(name)
      await file.update(() => delete profileOf(cli, file)[field])
    })

  command
    .command('use <profile>')
    .description('switch to a profile')
    .action(async (name: string) => {
      const file = await open()
      if (!Object.hasOwn(file.data.profiles, name))
        throw new CliError(
          'usage',
          say('Unknown profile {name}.', { name }),
          say('p2p config list lists the profiles.'),
        )
      await file.update((data) => {
        data.current = name
      })
    })
}

const profileName = ({ options, environment }: Cli, { data }: Low<Profiles>): string =>
  wantedProfile(options, environment) ?? data.current

function profileOf(cli: Cli, file: Low<Profiles>): Profile {
  const name = profileName(cli, file)
  return (Object.hasOwn(file.data.profiles, name) && file.data.profiles[name]) || {}
}

/** Checks a value before it is remembered, because it is used much later. */
function checked(field: ProfileField, value: string): string {
  if (field === 'fiat' && !Object.hasOwn(fiatNames, value.toUpperCase()))
    throw new CliError('usage', say('"{value}" is not a currency code.', { value }), 'p2p config set fiat EUR')
  if (field === 'key' && !/^p2p_[0-9A-Za-z]{38}$/.test(value))
    throw new CliError(
      'usage',
      say('An API key is p2p_ and 38 letters and digits.'),
      say('p2p login saves a key that the server accepts.'),
    )
  if (field === 'server' && serverAddress(value) === null)
    throw new CliError(
      'usage',
      say('"{value}" is not a server address.', { value }),
      'p2p config set server https://p2p.example.com',
    )
  if (field === 'exchange' || field === 'me.exchanges') return checkedNames(field, value, 'exchange')
  if (field === 'method' || field === 'me.methods') return checkedNames(field, value, 'method')
  readAboutMe({ [field]: value })
  if (field === 'proxy') readRules(value, value)
  if (field === 'exchange-url') readAddresses(value, field)
  if (field === 'timeout') readSeconds(value, field)
  if (field === 'server') return serverAddress(value) ?? value
  return field === 'fiat' ? value.toUpperCase() : value
}

/** A payment method may be part of a name that only exchanges know. */
function checkedNames(field: ProfileField, value: string, kind: keyof typeof examples): string {
  const names = value.split(',').map((name) => (kind === 'exchange' ? name.trim().toLowerCase() : name.trim()))
  for (const name of names) {
    if (name === '')
      throw new CliError(
        'usage',
        say('{field} has an empty name.', { field }),
        `p2p config set ${field} ${examples[kind]}`,
      )
    if (kind === 'exchange' && !usualExchanges.includes(name)) {
      const near = nearestWord(name, usualExchanges)
      throw new CliError(
        'usage',
        say('"{name}" is not an exchange.', { name }),
        near === null
          ? say('Available exchanges: {names}.', { names: usualExchanges.join(', ') })
          : say('Did you mean {near}?', { near }),
      )
    }
  }
  return [...new Set(names)].join(',')
}

const examples = { exchange: 'binance,bybit', method: 'monobank' } as const

function fieldOf(name: string): ProfileField {
  const field = profileFields.find((known) => known === name)
  if (field === undefined)
    throw new CliError(
      'usage',
      say('Unknown setting {name}.', { name }),
      say('Available settings: {names}.', { names: profileFields.join(', ') }),
    )
  return field
}

function profilesReport({ current, profiles }: Profiles) {
  const all = Object.entries(profiles).map(
    ([name, { server = null, key, fiat = null, exchange = null, method = null, proxy, timeout = null, ...rest }]) => ({
      name,
      current: name === current,
      server,
      key: key === undefined ? null : `${key.slice(0, 8)}...`,
      fiat,
      exchange,
      method,
      proxy: proxy === undefined ? null : withoutPassword(proxy),
      exchange_url: rest['exchange-url'] ?? null,
      timeout,
      me: aboutMe(rest),
    }),
  )
  const isUnset = (name: 'exchange' | 'method' | 'proxy' | 'exchange_url' | 'timeout' | 'me') =>
    all.every((profile) => profile[name] === null)
  return {
    answer: { current, profiles: all },
    records: all,
    empty: say('No profiles. Create one: p2p login'),
    table: tableOf(all, [
      { name: 'profile', value: ({ name }) => name },
      { name: 'in_use', value: (profile) => profile.current, style: (profile) => (profile.current ? 'good' : 'faint') },
      { name: 'server' },
      { name: 'key' },
      { name: 'fiat' },
      { name: 'exchange', hidden: isUnset('exchange') },
      { name: 'method', hidden: isUnset('method') },
      { name: 'proxy', hidden: isUnset('proxy') },
      { name: 'exchange_url', hidden: isUnset('exchange_url') },
      { name: 'timeout', hidden: isUnset('timeout') },
      { name: 'me', hidden: isUnset('me') },
    ]),
  }
}

/** `me.orders 12, me.exchanges binance,bybit`. */
function aboutMe(profile: Profile): string | null {
  const set = profileFields.flatMap((field) =>
    field.startsWith('me.') && profile[field] !== undefined ? `${field} ${profile[field]}` : [],
  )
  return set.length === 0 ? null : set.join(', ')
}
