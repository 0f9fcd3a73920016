import type { Profile as AboutMe } from '@p2p-rates/sdk'
import { CliError } from '../cli-error.js'
import { say } from '../words/say.js'
import { readAboutMe } from './about-me.js'
import { configPath } from './config-path.js'
import { ofProfile, readAddresses, readSeconds } from './parse-profile-values.js'
import { openProfiles, type Profile } from './profiles.js'
import { type ProxyByTarget, type ProxyRules, readRules } from './proxies.js'
import { serverAddress } from './server-address.js'

export type GlobalOptions = {
  readonly server?: string
  readonly key?: string
  readonly profile?: string
  readonly direct?: boolean
  readonly exchangeUrl?: ReadonlyMap<string, string>
  readonly exchangeModule?: readonly string[]
  readonly proxy?: ProxyByTarget
  /** Seconds. */
  readonly timeout?: number
  readonly columns?: readonly string[]
  readonly sort?: string
  readonly limit?: number
  /** A path into the answer. */
  readonly field?: string
  readonly json?: boolean
  readonly csv?: boolean
  readonly ndjson?: boolean
  readonly table?: boolean
  readonly links?: boolean
  readonly pager?: boolean
  readonly color?: boolean
  readonly debug?: boolean
}

/** Sources of prices. Options win over the environment, the environment over the profile. */
export type Settings = {
  readonly profile: string
  /** `null` = directly from the exchanges. */
  readonly server: string | null
  readonly key: string | null
  readonly fiat: string | undefined
  /** The exchanges and payment methods that a person uses, with commas between them. */
  readonly exchange: string | undefined
  readonly method: string | undefined
  /** Person for whom prices are; undefined for a usual caller. */
  readonly me?: Partial<AboutMe> | undefined
  readonly exchangeUrls: ReadonlyMap<string, string>
  readonly proxies: ProxyRules
  readonly exchangeKeysFile: string | null
  /** Timeout of one answer; null for the default. */
  readonly timeoutMs: number | null
}

type Environment = Readonly<Record<string, string | undefined>>

export const readSettings = async (options: GlobalOptions, environment: Environment): Promise<Settings> =>
  settingsOf(options, environment, await chosenProfile(wantedProfile(options, environment), environment))

export function settingsOf(
  options: GlobalOptions,
  environment: Environment,
  { name, profile }: NamedProfile,
): Settings {
  const wantsDirect = options.direct === true || options.exchangeUrl !== undefined
  if (wantsDirect && options.server !== undefined)
    throw new CliError(
      'usage',
      say('--server cannot be combined with --direct or --exchange-url.'),
      say('Leave one of them out.'),
    )

  const named = options.server ?? (environment.P2P_BASE_URL || profile.server)
  // An invalid address is rejected when the command uses it.
  const server = named === undefined ? undefined : (serverAddress(named) ?? named)
  const isProfilesServer = server === profile.server
  return {
    profile: name,
    server: wantsDirect ? null : (server ?? null),
    // A remembered key goes only to the server it was remembered for.
    key: options.key ?? (environment.P2P_API_KEY || (isProfilesServer ? profile.key : null)) ?? null,
    fiat: profile.fiat,
    exchange: profile.exchange,
    method: profile.method,
    me: readAboutMe(profile),
    exchangeUrls: new Map([
      ...readAddresses(profile['exchange-url'] ?? '', ofProfile('exchange-url')),
      ...readAddresses(environment.P2P_EXCHANGE_URLS ?? '', 'P2P_EXCHANGE_URLS'),
      ...(options.exchangeUrl ?? []),
    ]),
    proxies: {
      fromOptions: options.proxy ?? new Map(),
      fromProfile: [
        readRules(environment.P2P_PROXY ?? '', 'P2P_PROXY'),
        readRules(profile.proxy ?? '', ofProfile('proxy')),
      ],
      environment,
    },
    exchangeKeysFile: environment.P2P_EXCHANGE_KEYS_FILE || null,
    timeoutMs: timeoutOf(options.timeout, environment.P2P_TIMEOUT, profile.timeout),
  }
}

export const exchangeModules = (
  options: Pick<GlobalOptions, 'exchangeModule'>,
  { P2P_EXCHANGE_MODULES }: Environment,
): readonly string[] => [
  ...new Set(
    options.exchangeModule ??
      (P2P_EXCHANGE_MODULES ?? '')
        .split(',')
        .map((file) => file.trim())
        .filter((file) => file !== ''),
  ),
]

/** The profile that is asked for; an empty variable asks for none. */
export const wantedProfile = (options: Pick<GlobalOptions, 'profile'>, environment: Environment): string | undefined =>
  options.profile ?? (environment.P2P_PROFILE || undefined)

function timeoutOf(
  fromOption: number | undefined,
  fromVariable: string | undefined,
  fromProfile: string | undefined,
): number | null {
  if (fromOption !== undefined) return fromOption * 1000
  if (fromVariable) return readSeconds(fromVariable, 'P2P_TIMEOUT') * 1000
  return fromProfile === undefined ? null : readSeconds(fromProfile, ofProfile('timeout')) * 1000
}

type NamedProfile = { readonly name: string; readonly profile: Profile }

async function chosenProfile(wanted: string | undefined, environment: Environment): Promise<NamedProfile> {
  const { data } = await openProfiles(configPath(environment))
  const name = wanted ?? data.current
  const profile = Object.hasOwn(data.profiles, name) ? data.profiles[name] : undefined
  if (profile === undefined && wanted !== undefined)
    throw new CliError(
      'usage',
      say('Unknown profile {name}.', { name: wanted }),
      say('p2p config list lists the profiles; p2p login --profile NAME creates one.'),
    )
  return { name, profile: profile ?? {} }
}
