import { language, say } from '../words/say.js'
export type DemoLogin = {
  readonly email: string
  readonly password: string
  /** Logs in once. */
  readonly link: string
}

export type BannerFacts = {
  /** The address of the server, without a path. */
  readonly url: string
  readonly login: DemoLogin
  /** Keys by plan, the smallest first. */
  readonly keys: ReadonlyMap<string, string>
  readonly points: number
  readonly days: number
  /** The path of this program, when its name alone does not call it. */
  readonly program: string | null
  readonly platform: string
}

/** Start banner of the demo: address, keys, login link and first commands, within 80 columns and 24 lines. */
export function banner({ url, login, keys, points, days, program, platform }: BannerFacts): string {
  const key = keys.get('Pro') ?? ''
  const set = platform === 'win32' ? powershell : posix
  const history = say('{points} price points, {days} days', { points: points.toLocaleString(language()), days })
  const pages = say('{email}  {password}  or, once, by this link:', login)
  return `${say('SIMULATED: these exchanges and prices are made up.')}

  ${say('address').padEnd(8)}  ${url}/api/v1
  ${say('history').padEnd(8)}  ${history}
${[...keys].map(([plan, planKey]) => `  ${plan.padEnd(8)}  ${planKey}`).join('\n')}
  ${say('pages').padEnd(8)}  ${pages}
  ${login.link}

${say('Try, in another terminal, in any folder:')}

${[
  ...set.variables({ P2P_BASE_URL: url, P2P_API_KEY: key }),
  ...(program === null ? [] : [set.name('p2p', program)]),
  'p2p rates UAH EUR',
  'p2p buy 50000 UAH',
  'p2p history --last 72h',
  ...set.curl('/api/v1/rates?fiat=EUR'),
]
  .map((line) => `  ${line}`)
  .join('\n')}

${say('Ctrl+C quits.')}`
}

type Variables = Readonly<Record<string, string>>

/** bash, zsh and fish understand these alike. */
const posix = {
  variables: (variables: Variables) => Object.entries(variables).map(([name, value]) => `export ${name}=${value}`),
  name: (name: string, program: string) =>
    `alias ${name}="${`'${program.replaceAll("'", `'\\''`)}'`.replace(/[\\"$`]/g, '\\$&')}"`,
  curl: (path: string) => [`curl -H "X-API-Key: $P2P_API_KEY" "$P2P_BASE_URL${path}"`],
}

const powershell = {
  variables: (variables: Variables) => Object.entries(variables).map(([name, value]) => `$env:${name} = '${value}'`),
  name: (name: string, program: string) => `function ${name} { node '${program.replaceAll("'", "''")}' @args }`,
  // The key is too long for one line.
  curl: (_path: string) => [],
}
