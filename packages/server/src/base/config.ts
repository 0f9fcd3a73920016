import { createHash } from 'node:crypto'
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import {
  apiPrefix,
  defaultPlans,
  type PlanLimits,
  type PlanName,
  planNames,
  registrationModes,
} from '@p2p-rates/contract'
import { createExchanges, type ExchangeId, type Exchanges, everyExchange, fiats, keyedExchanges } from '@p2p-rates/core'
import {
  type ExchangeKeys,
  nearestWord,
  rateSourceIds,
  readExchangeKeys,
  usualExchanges,
  withKeyed,
  withNamed,
} from '@p2p-rates/core/internal'
import { isSafeForKeys, privateFileDefect } from '@p2p-rates/core/node'
import { z } from 'zod'
import {
  databaseIsSafe,
  httpIsSafe,
  isLocalName,
  redisIsSafe,
  unencryptedAddressProblems,
  withoutTlsParameter,
} from './local-and-unencrypted-addresses.js'

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  constructor(readonly problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n  ${problems.join('\n  ')}`,
    )
  }
}

const numeric = (pattern: RegExp, form: string) => (from: number, to: number) =>
  z
    .string()
    .refine(
      (text) => pattern.test(text) && Number(text) >= from && Number(text) <= to,
      `must be a ${form} between ${from} and ${to}`,
    )
    .transform(Number)
const wholeNumber = numeric(/^\d{1,12}$/, 'whole number')
const decimal = numeric(/^\d{1,9}(\.\d{1,6})?$/, 'decimal number')
const onOff = z.enum(['on', 'off'], 'must be on or off')
/** Rejects a value from within a transformation. */
function reject(context: z.core.$RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

const yesNo = z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true')

const keyedIds = keyedExchanges.map(({ id }) => id)

/** Words in any case. `needKey`: exchanges that are among the words only if there is a key for them. */
const list = <Word extends string>(words: readonly Word[], needKey: readonly string[] = []) =>
  z.string().transform((text, ctx): readonly Word[] => {
    const given = text.split(',').map((word) => word.trim())
    const found = given.map((word) => words.find((known) => known.toLowerCase() === word.toLowerCase()))
    const wrong = given.filter((_, index) => found[index] === undefined)
    if (wrong.length === 0) return [...new Set(found.filter((word) => word !== undefined))]
    const keyless = wrong.find((word) => needKey.includes(word.toLowerCase()))
    if (keyless !== undefined)
      return reject(ctx, `names ${keyless.toLowerCase()}, which needs a key: put one into P2P_EXCHANGE_KEYS_FILE`)
    return reject(ctx, `has ${wrong.map(quoted).join(', ')}: it must be a comma-separated list of ${words.join(' ')}`)
  })

/** `binance=http://127.0.0.1:9300,okx=...` */
const perName = (names: readonly string[], isValue: (text: string) => boolean, form: string) =>
  z.string().transform((text, ctx): ReadonlyMap<string, string> => {
    const pairs = text.split(',').map((pair) => split(pair.trim()))
    if (pairs.some(([name, value]) => name === '' || !isValue(value))) return reject(ctx, `must have the form ${form}`)
    const unknown = pairs.flatMap(([name]) => (names.includes(name) ? [] : name))
    if (unknown.length > 0) return reject(ctx, unknownNames(unknown, names))
    return new Map(pairs)
  })

function split(pair: string): [string, string] {
  const at = pair.indexOf('=')
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
}
const hasProtocol =
  (protocols: RegExp) =>
  (text: string): boolean =>
    URL.canParse(text) && protocols.test(new URL(text).protocol)
const isHttpUrl = hasProtocol(/^https?:$/)
const isPostgresUrl = hasProtocol(/^postgres(?:ql)?:$/)

/** Without a user, a query or the prefix of the interface, which is added. */
function isPlainOrigin(text: string): boolean {
  if (!isHttpUrl(text)) return false
  const { username, password, search, hash, pathname } = new URL(text)
  return [username, password, search, hash].every((part) => part === '') && !pathname.includes(apiPrefix)
}
const isDatabaseUrl = (text: string): boolean => isPostgresUrl(text) && new URL(text).pathname.length > 1
const isRedisUrl = (text: string): boolean => hasProtocol(/^rediss?:$/)(text) && new URL(text).hostname !== ''
const isSmtpUrl = (text: string): boolean => hasProtocol(/^smtps?:$/)(text) && new URL(text).hostname !== ''
const isWholeSeconds = (text: string): boolean => /^[1-9]\d{0,3}$/.test(text)

const plansForm = 'must be JSON like {"Free":{"requestsPerMinute":20}}'
function limit(from: number, to: number) {
  const rule = `must be a whole number between ${from} and ${to}`
  return z.int(rule).min(from, rule).max(to, rule).optional()
}
const limits: { readonly [Name in keyof PlanLimits]: z.ZodType<number | undefined> } = {
  monthlyQuota: limit(0, 1_000_000_000),
  requestsPerMinute: limit(1, 1_000_000),
  orderbookRows: limit(1, 50),
  historyHours: limit(0, 100_000),
  webhooks: limit(0, 100_000),
  streams: limit(0, 100_000),
}
const objectErrors = (names: readonly string[], form: string) => ({
  error: (issue: z.core.$ZodRawIssue) => (issue.code === 'unrecognized_keys' ? unknownNames(issue.keys, names) : form),
})
const planOverrides = z.partialRecord(
  z.enum(planNames),
  z.strictObject(limits, objectErrors(Object.keys(limits), 'must be an object like {"requestsPerMinute":20}')),
  objectErrors(planNames, plansForm),
)
const plans = z
  .string()
  .transform((text, ctx) => {
    try {
      const parsed: unknown = JSON.parse(text)
      return parsed
    } catch {
      return reject(ctx, plansForm)
    }
  })
  .pipe(planOverrides)
  .transform(
    (overrides) =>
      Object.fromEntries(planNames.map((name) => [name, { ...defaultPlans[name], ...overrides[name] }])) as Record<
        PlanName,
        PlanLimits
      >,
  )

/** Output masks `secret` values. Servers that share data need equal `mustMatch` settings, or their answers differ. */
type Setting = {
  readonly schema: z.ZodType
  readonly fallback?: string
  readonly about: string
  readonly secret?: true
  readonly mustMatch?: true
  /** Its file is refused where others may read it. */
  readonly privateFile?: true
}

function exchangeSettings({ ids: usual, list: known }: Exchanges) {
  const ids = [...new Set([...usual, ...everyExchange.map(({ id }) => id)])]
  return {
    EXCHANGES: {
      schema: list(ids, keyedIds),
      fallback: usual.join(','),
      about: 'exchanges to ask; those outside the default only if named',
      mustMatch: true,
    },
    COLLECT: {
      schema: list(ids),
      about: 'exchanges that this one of several servers is ready to ask, where addresses differ; all by default',
    },
    EXCHANGE_URLS: {
      schema: perName([...ids, ...rateSourceIds], isHttpUrl, 'binance=https://host,okx=...'),
      about: 'other base addresses, for mirrors and the simulator; of central banks, too: nbu=https://host',
    },
    EXCHANGE_PROXIES: {
      schema: perName(ids, isHttpUrl, 'bybit=http://user:password@proxy:3128'),
      about: 'outbound proxies for single exchanges',
      secret: true,
    },
    REMOTE_EXCHANGES: {
      schema: list(ids),
      about: 'exchanges that refuse this address: p2p agent reads them elsewhere; see p2p-server reporters',
      mustMatch: true,
    },
    EXCHANGE_KEYS: {
      schema: z.string().transform((text, ctx): ExchangeKeys => {
        const keys = readExchangeKeys(text, known)
        return typeof keys === 'string' ? reject(ctx, keys) : keys
      }),
      about: 'keys for official interfaces: {"bybit":{"key":"...","secret":"..."}}, in a file that only you can read',
      secret: true,
      privateFile: true,
    },
  } as const satisfies Record<string, Setting>
}

export const settings = {
  HOST: { schema: z.string().min(1), fallback: '127.0.0.1', about: 'address to listen on' },
  PORT: { schema: wholeNumber(0, 65_535), fallback: '8080', about: 'port to listen on; 0 picks a free one' },
  PUBLIC_URL: {
    schema: z
      .string()
      .refine(isPlainOrigin, 'must be an address like https://rates.example.com, perhaps with a path, without a query')
      .transform((text) => text.replace(/\/+$/, '')),
    about: 'address of this server for callers: part of its description, never a receiver of webhooks',
  },
  METRICS_PORT: {
    schema: wholeNumber(0, 65_535),
    fallback: '9464',
    about: 'loopback port of the Prometheus metrics; 0 turns them off',
  },
  DATA_DIR: {
    schema: z
      .string()
      .min(1)
      .transform((path) => resolve(path)),
    fallback: './data',
    about: 'folder of all durable data',
  },
  DATABASE_URL: {
    schema: z
      .string()
      .refine(isDatabaseUrl, 'must be an address like postgres://user:password@host:5432/database')
      .refine(
        (url) => !/[?&]sslmode=(?:no-verify|allow|prefer)\b/.test(url),
        'must have no sslmode that leaves it open who answers: verify-full, or disable on a network of your own',
      )
      .refine((url) => !isDatabaseUrl(url) || databaseIsSafe(url), unencryptedAddressProblems.database),
    about: 'PostgreSQL that keeps the data instead of the data directory; one server serves, others stand by',
    secret: true,
  },
  REDIS_URL: {
    schema: z
      .string()
      .refine(isRedisUrl, 'must be an address like redis://user:password@host:6379/0, or rediss:// with TLS')
      .refine((url) => !isRedisUrl(url) || redisIsSafe(url), unencryptedAddressProblems.redis)
      .transform(withoutTlsParameter),
    about: 'Redis or Valkey in which all servers over one database count together; with it all of them serve',
    secret: true,
  },
  LIMITS_OUTAGE: {
    schema: z.enum(['share', 'open', 'closed'], 'must be share, open or closed'),
    fallback: 'share',
    about: 'without Redis each of several servers admits its share, everything (open) or nothing (closed)',
    mustMatch: true,
  },
  DRAIN_SECONDS: {
    schema: wholeNumber(0, 60),
    fallback: '5',
    about: 'time for which a stopping replica reports not ready before it closes its streams',
  },
  LOG_LEVEL: {
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent'),
    fallback: 'info',
    about: 'least severe log lines that are written',
  },
  LOG_FORMAT: {
    schema: z.enum(['auto', 'json', 'pretty'], 'must be auto, json or pretty'),
    fallback: 'auto',
    about: 'json: one object a line; pretty: for people; auto: pretty on a terminal',
  },
  FIATS: { schema: list(fiats), fallback: fiats.join(','), about: 'currencies to collect', mustMatch: true },
  EXCHANGE_MODULES: {
    schema: z
      .string()
      .transform((text) => text.split(',').map((file) => file.trim()))
      .refine((files) => !files.includes(''), 'must be a comma-separated list of files, such as ./bazaar.mjs'),
    about: 'files that export one more exchange each, made with defineExchange; they run as part of the server',
  },
  ...exchangeSettings(usualExchanges),
  CYCLE_SECONDS: {
    schema: wholeNumber(1, 3_600),
    fallback: '300',
    about: 'seconds between two collections of a currency',
    mustMatch: true,
  },
  CYCLE_SECONDS_BY_FIAT: {
    schema: perName(fiats, isWholeSeconds, 'UAH=60,EUR=120'),
    about: 'other cycles for single currencies',
    mustMatch: true,
  },
  OFFICIAL_RATES: {
    schema: onOff,
    fallback: 'on',
    about:
      'central banks are read once a day, and USDT/USD of Kraken or Coinbase every 15 minutes, for the index; off reads none',
    mustMatch: true,
  },
  USER_AGENT: {
    schema: z
      .string()
      .min(1)
      .max(200)
      .regex(/^[\x20-\x7e]+$/, 'must be printable ASCII'),
    about: 'how the collector names itself to exchanges',
  },
  PACING: {
    schema: onOff,
    fallback: 'on',
    about: 'pauses between requests to one exchange; off only against a simulator',
  },
  SIMULATED: {
    schema: yesNo,
    fallback: 'false',
    about: 'marks every source as simulated; its data never mix with real ones',
    mustMatch: true,
  },
  TRUSTED_FROM: { schema: decimal(0.05, 0.95), fallback: '0.5', about: 'least score of a trusted ad', mustMatch: true },
  BAND_USDT: {
    schema: z
      .string()
      .regex(/^\d{1,6}-\d{1,7}$/, 'must have the form 50-1000')
      .transform((text): [from: number, to: number] => {
        const [from = 0, to = 0] = text.split('-').map(Number)
        return [from, to]
      })
      .refine(([from, to]) => from < to, 'must begin below its end'),
    fallback: '50-1000',
    about: 'order sizes that a headline price must serve, in USDT',
    mustMatch: true,
  },
  GATE_FLOOR_PCT: {
    schema: decimal(0.2, 5),
    fallback: '1',
    about: 'narrowest distance from the consensus at which a price is refused',
    mustMatch: true,
  },
  HISTORY_DAYS: { schema: wholeNumber(31, 3_660), fallback: '400', about: 'days of history to keep', mustMatch: true },
  ARCHIVE: {
    schema: onOff,
    fallback: 'off',
    about: 'on: every judged market is kept in DATA_DIR/archive, for p2p replay and p2p judge',
    mustMatch: true,
  },
  ARCHIVE_DAYS: { schema: wholeNumber(1, 3_660), fallback: '30', about: 'newest days of the archive to keep' },
  ARCHIVE_MIB: {
    schema: wholeNumber(1, 10_000_000),
    fallback: '10000',
    about: 'MiB that the archive may take in all; the oldest days go first',
  },
  PLANS: {
    schema: plans,
    fallback: '{}',
    about: 'other plan limits, as JSON: {"Free":{"requestsPerMinute":20}}',
    mustMatch: true,
  },
  PUBLIC_PAGES: {
    schema: onOff,
    fallback: 'on',
    about: 'on: anyone can see the price pages; off: only logged-in users',
    mustMatch: true,
  },
  VISITOR_PLAN: {
    schema: z.enum(planNames, `must be one of: ${planNames.join(' ')}`),
    fallback: 'Pro',
    about: 'plan whose endpoints and depths visitors of public pages have',
    mustMatch: true,
  },
  REGISTRATION: {
    schema: z.enum(registrationModes, `must be ${registrationModes.join(', ')}`),
    fallback: 'closed',
    about: 'registration on the pages: closed, invite (with an invite only) or open (anyone)',
    mustMatch: true,
  },
  ON_PLAN_REQUEST: {
    schema: z
      .string()
      .refine(isAbsolute, 'must be the whole path of a program, without arguments')
      .refine(isProgram, 'must name a program that exists and that the server may run'),
    about: 'program to run when a user requests another plan; it gets the request as JSON on standard input',
  },
  PLAN_CONTACT: {
    schema: z.email('must be an e-mail address'),
    about: 'e-mail address shown to users who want another plan',
  },
  TELEGRAM_TOKEN: {
    schema: z.string().regex(/^\d{1,20}:[\w-]{10,100}$/, 'must be a token of a bot, like 123456:AAbb'),
    about: 'token of the Telegram bot that sends alerts to chats; no other program may poll this bot',
    secret: true,
    mustMatch: true,
  },
  TELEGRAM_API_URL: {
    schema: z
      .string()
      .refine(isHttpUrl, 'must be an address like https://api.telegram.org')
      .refine((url) => !isHttpUrl(url) || httpIsSafe(url), unencryptedAddressProblems.http)
      .transform((text) => withoutTlsParameter(text).replace(/\/+$/, '')),
    fallback: 'https://api.telegram.org',
    about: 'where the Bot API of Telegram is asked: theirs, or a server of it that you run',
    mustMatch: true,
  },
  SMTP_URL: {
    schema: z.string().refine(isSmtpUrl, 'must be an address like smtp://user:password@host:587, or smtps:// with TLS'),
    about: 'mail server by which alerts and links for new passwords are sent; needs P2P_SMTP_FROM and P2P_PUBLIC_URL',
    secret: true,
    mustMatch: true,
  },
  SMTP_FROM: {
    schema: z
      .string()
      .max(320)
      .regex(
        /^(?:[^<>"\\\p{C},;:@]{1,100} <[\w.+-]+@[\w.-]+>|[\w.+-]+@[\w.-]+)$/u,
        'must be an address like Rates <alerts@example.com>',
      ),
    about: 'who these mails are from',
    mustMatch: true,
  },
  MASTER_KEY: {
    schema: z.string().regex(/^[0-9a-f]{64}$/i, 'must be 64 hex digits'),
    about: 'encrypts the secrets of webhooks and second factors; made and kept in the data directory when absent',
    secret: true,
    mustMatch: true,
  },
  PRIVATE_RECEIVERS: {
    schema: yesNo,
    fallback: 'false',
    about: 'lets webhooks go to private and http addresses; for development',
    mustMatch: true,
  },
  PROXY_HOPS: {
    schema: wholeNumber(0, 10),
    fallback: '0',
    about: 'reverse proxies in front; their X-Forwarded-For entries are believed',
  },
  CONNECTIONS_PER_ADDRESS: {
    schema: wholeNumber(0, 1_000_000),
    fallback: '500',
    about: 'connections of one address in all; loopback and proxies that are believed do not count, 0 = no bound',
  },
  HAMMERING_PAUSE_MS: {
    schema: wholeNumber(0, 10_000),
    fallback: '1000',
    about: 'delay of 429 answers to clients above 10 times their limit; 0 = no delay',
  },
  MAX_STREAMS: { schema: wholeNumber(0, 1_000_000), fallback: '20000', about: 'live streams in all' },
} as const satisfies Record<string, Setting>

const allSettings: Readonly<Record<string, Setting>> = settings

type Settings = typeof settings
type Read<Name extends keyof Settings> = Settings[Name] extends { fallback: string }
  ? z.output<Settings[Name]['schema']>
  : z.output<Settings[Name]['schema']> | undefined

export type Config = { readonly [Name in keyof Settings]: Read<Name> } & {
  readonly exchanges: Exchanges
}

export type ConfigReading = {
  readonly config: Config
  readonly warnings: readonly string[]
  /** Text of every setting as it took effect, secrets masked. */
  readonly effective: readonly EffectiveSetting[]
}

type EffectiveSetting = {
  readonly name: string
  readonly value: string
  readonly about: string
  /** False if the value equals the default. */
  readonly isSet: boolean
}

/** The same on two servers whose `alike` settings are the same; reveals nothing of them. */
export function digestOfMatchingSettings(config: Config): string {
  const read: Readonly<Record<string, unknown>> = config
  const values = Object.entries(allSettings).flatMap(([name, { mustMatch }]) => (mustMatch ? [[name, read[name]]] : []))
  const text = JSON.stringify(values, (_, value) => (value instanceof Map ? [...value] : value))
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** Reads `P2P_*`; `P2P_X_FILE` names a file that holds the value of `P2P_X`. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  loaded = usualExchanges,
): ConfigReading {
  const exchanges = withKeysIn(environment, loaded)
  const problems: string[] = []
  const warnings: string[] = []
  const values = new Map<string, unknown>()
  const effective: EffectiveSetting[] = []

  const read: Readonly<Record<string, Setting>> = { ...settings, ...exchangeSettings(exchanges) }
  for (const [name, setting] of Object.entries(read)) {
    const text = textOf(`P2P_${name}`, environment, { problems, warnings }, setting) ?? setting.fallback
    effective.push({
      name: `P2P_${name}`,
      value: shown(text, setting),
      about: setting.about,
      isSet: text !== setting.fallback,
    })
    if (text === undefined) continue
    const reading = setting.schema.safeParse(text)
    if (reading.success) values.set(name, reading.data)
    else problems.push(`P2P_${name} ${issueMessage(reading.error.issues, shown(text, setting))}`)
  }
  // Complete unless there are problems.
  const config = Object.fromEntries(values) as Omit<Config, 'exchanges'>
  problems.push(...problemsBetween(config))
  if (problems.length > 0) throw new ConfigError(problems)

  if (config.PUBLIC_URL === undefined && !isLocalName(config.HOST))
    warnings.push(
      'P2P_PUBLIC_URL is not set, and P2P_HOST lets other machines in: to log in from them, people need https and this setting',
    )
  const known = new Set([
    'P2P_API_KEY',
    'P2P_BASE_URL',
    ...Object.keys(settings).flatMap((name) => [`P2P_${name}`, `P2P_${name}_FILE`]),
  ])
  for (const name of Object.keys(environment).filter((name) => name.startsWith('P2P_') && !known.has(name))) {
    const meant = nearestWord(name, known)
    warnings.push(`${name} is not a setting of this server${meant === null ? '' : `: did you mean ${meant}?`}`)
  }
  return {
    config: Object.freeze({ ...config, exchanges: withNamed(exchanges, config.EXCHANGES) }),
    warnings,
    effective,
  }
}

/** Settings that contradict each other. Those that could not be read are absent, and contradict none. */
function* problemsBetween(config: Partial<Config>): Iterable<string> {
  const { EXCHANGES, EXCHANGE_KEYS, EXCHANGE_PROXIES, EXCHANGE_URLS, COLLECT = [], REMOTE_EXCHANGES = [] } = config
  const isNotAsked = (exchange: ExchangeId) => EXCHANGES?.includes(exchange) === false
  if (config.PACING === 'on' && shortestCycle(config) < 30)
    yield 'P2P_CYCLE_SECONDS below 30 is for simulators: it needs P2P_PACING=off'
  if (config.DATABASE_URL !== undefined && config.MASTER_KEY === undefined)
    yield 'P2P_DATABASE_URL needs P2P_MASTER_KEY: all servers over one database encrypt with the same key'
  if (config.SMTP_URL !== undefined && (config.SMTP_FROM === undefined || config.PUBLIC_URL === undefined))
    yield 'P2P_SMTP_URL needs P2P_SMTP_FROM and P2P_PUBLIC_URL: mails say who they are from and carry links'
  if (config.REDIS_URL !== undefined && config.DATABASE_URL === undefined)
    yield 'P2P_REDIS_URL needs P2P_DATABASE_URL: several servers share their data as well as their counts'
  if (COLLECT.some(isNotAsked)) yield 'P2P_COLLECT names exchanges that are not among P2P_EXCHANGES'
  if (config.COLLECT !== undefined && config.REDIS_URL === undefined)
    yield 'P2P_COLLECT needs P2P_REDIS_URL: a server that has its data for itself asks all exchanges'
  for (const exchange of REMOTE_EXCHANGES.filter((id) => EXCHANGE_KEYS?.has(id)))
    yield `P2P_REMOTE_EXCHANGES and P2P_EXCHANGE_KEYS both name ${exchange}: a key is not given to others`
  for (const exchange of REMOTE_EXCHANGES.filter((id) => EXCHANGE_PROXIES?.has(id)))
    yield `P2P_REMOTE_EXCHANGES and P2P_EXCHANGE_PROXIES both name ${exchange}: a proxy is not given to others`
  if (REMOTE_EXCHANGES.some(isNotAsked)) yield 'P2P_REMOTE_EXCHANGES names exchanges that are not among P2P_EXCHANGES'
  for (const exchange of EXCHANGE_KEYS?.keys() ?? [])
    if (!isSafeForKeys(EXCHANGE_URLS?.get(exchange) ?? 'https://its-own.invalid'))
      yield `P2P_EXCHANGE_URLS leads to ${exchange} without https: a key is not sent that way`
}

const shortestCycle = ({ CYCLE_SECONDS = Number.NaN, CYCLE_SECONDS_BY_FIAT }: Partial<Config>): number =>
  Math.min(CYCLE_SECONDS, ...[...(CYCLE_SECONDS_BY_FIAT?.values() ?? [])].map(Number))

/** Exchanges that would be asked for real prices, only to mark them as simulated. */
export const realExchangesWhileSimulated = ({ SIMULATED, EXCHANGES, EXCHANGE_URLS, REMOTE_EXCHANGES }: Config) =>
  SIMULATED ? EXCHANGES.filter((id) => !EXCHANGE_URLS?.has(id) && REMOTE_EXCHANGES?.includes(id) !== true) : []

/** Exchanges with those that are read only with a key, if there is one. Other settings name them, too. */
function withKeysIn(environment: Readonly<Record<string, string | undefined>>, exchanges: Exchanges): Exchanges {
  const ignored = { problems: [], warnings: [] }
  const text = textOf('P2P_EXCHANGE_KEYS', environment, ignored, settings.EXCHANGE_KEYS)
  const keys = text === undefined ? undefined : readExchangeKeys(text, exchanges.list)
  // The configuration check reports an invalid value of this setting together with all other problems.
  if (keys === undefined || typeof keys === 'string') return exchanges
  const list = withKeyed(exchanges.list, keys)
  return list.length === exchanges.list.length ? exchanges : createExchanges(list)
}

/** Read before everything else, because other settings name what these files export. */
export function exchangeModulesIn(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const text = textOf('P2P_EXCHANGE_MODULES', environment, { problems: [], warnings: [] })
  const reading = settings.EXCHANGE_MODULES.schema.safeParse(text ?? '')
  // The configuration check reports an invalid value of this setting together with all other problems.
  return text !== undefined && reading.success ? reading.data : []
}

function textOf(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
  { problems, warnings }: { readonly problems: string[]; readonly warnings: string[] },
  setting: Partial<Setting> = {},
): string | undefined {
  const file = environment[`${name}_FILE`]
  const text = environment[name] || undefined
  if (file === undefined || file === '') return text
  if (text !== undefined) {
    problems.push(`${name} and ${name}_FILE are both set: choose one`)
    return undefined
  }
  const defect = setting.privateFile ? privateFileDefect(file) : null
  if (defect !== null) {
    problems.push(`${name}_FILE ${defect}`)
    return undefined
  }
  if (setting.secret && isReadableByAll(file))
    warnings.push(`${name}_FILE can be read by every user of this machine: chmod 600`)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    problems.push(`${name}_FILE names a file that cannot be read`)
    return undefined
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

function isReadableByAll(file: string): boolean {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0
  return process.platform !== 'win32' && (mode & 0o004) !== 0
}

const hidden = '********'

/** Without secrets: addresses may carry a user and a password. */
function shown(text: string | undefined, setting: Setting): string {
  if (text === undefined) return '(not set)'
  return setting.secret === true ? hidden : text.replaceAll(/(?<=:\/\/)[^/@,\s]*@/g, `${hidden}@`)
}

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'>

function issueMessage(issues: readonly Issue[], value: string): string {
  const told = issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')} ${message}`))
  const rules = [...new Set(told)].join('; ')
  return rules.startsWith('must ') && value !== hidden ? `${rules}, not ${quoted(value)}` : rules
}

const unknownNames = (unknown: readonly string[], names: readonly string[]): string =>
  `names ${unknown.map(quoted).join(', ')}: it may name ${names.join(' ')}`

const quoted = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
