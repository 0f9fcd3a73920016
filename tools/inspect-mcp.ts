import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { exchangeIds } from '@p2p-rates/core'
import { startSimulator } from '@p2p-rates/simulator'
import { startDemo } from './running-demo.js'

/**
 * The official inspector's command line, fetched when it is first asked for, over every way to our tools: the address,
 * and the program with a server and without one, each in both forms of the protocol.
 */
const inspector = '@modelcontextprotocol/inspector@2.12.0'

/** Signs by three: more tokens than any vocabulary makes of such texts. */
const most = { list: 1_500, answer: 1_000 }
const tokensOf = (said: string): number => Math.ceil(said.length / 3)

const calls: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  list_markets: {},
  get_rates: { fiat: 'UAH' },
  get_quote: { fiat: 'UAH', side: 'BUY', amount: 20_000 },
  get_orderbook: { exchange: 'binance', fiat: 'UAH', rows: 10 },
  convert_money: { from: 'EUR', to: 'UAH', amount: 500 },
  get_reference_price: { fiat: 'UAH' },
  get_price_history: { fiat: 'UAH', hours: 24 },
  find_arbitrage: { fiat: 'UAH', amount: 20_000 },
  check_sources: { fiat: 'UAH' },
}
/** Tool that needs a server, because only servers store history. */
const ofThePast = 'get_price_history'

type Listed = {
  readonly tools: readonly { readonly name: string; readonly annotations?: { readOnlyHint?: boolean } }[]
}
type Inspect = <Result>(...words: readonly string[]) => Promise<Result>
type How = { readonly names: readonly string[]; readonly isWithoutServer: boolean }
type Told = { readonly content: readonly { readonly text: string }[]; readonly isError?: boolean }

/** Exit code of the inspector when a tool returns an error. */
const toolRefused = 5

const complaints: string[] = []
const demo = await startDemo()
const simulator = await startSimulator({ seed: 7, exchanges: exchangeIds })
try {
  const program = [process.execPath, fileURLToPath(new URL('../packages/cli/bin/p2p.mjs', import.meta.url)), 'mcp']
  const exchanges = Object.entries({ ...simulator.baseUrls, ...simulator.officials.urls }).flatMap(([id, url]) => [
    '--exchange-url',
    `${id}=${url}`,
  ])
  const settings = ['-e', `P2P_BASE_URL=${demo.url}`, '-e', `P2P_API_KEY=${demo.key}`]
  const ways = [
    { way: 'POST /mcp', target: [`${demo.url}/mcp`, '--header', `X-API-Key: ${demo.key}`] },
    { way: 'p2p mcp through a server', target: [...program, ...settings] },
    { way: 'p2p mcp over exchanges', target: [...program, '--direct', ...exchanges], isWithoutServer: true },
  ] as const
  for (const one of ways)
    for (const era of ['legacy', 'modern'] as const) {
      const inspect: Inspect = (...words) => inspected([...one.target, '--protocol-era', era, ...words])
      // Both forms differ in how messages are framed: one call is enough for the second.
      const names = era === 'legacy' ? Object.keys(calls) : ['get_rates']
      await tryTools(`${one.way} (${era})`, inspect, { names, isWithoutServer: 'isWithoutServer' in one })
    }
} finally {
  await simulator.close()
  await demo.stop()
}
for (const complaint of complaints) console.log(`WRONG  ${complaint}`)
console.log(complaints.length === 0 ? 'The official inspector finds nothing wrong.' : `${complaints.length} wrong`)
process.exitCode = complaints.length === 0 ? 0 : 1

async function tryTools(way: string, inspect: Inspect, how: How): Promise<void> {
  // Strictly: a schema that not every assistant understands ends it with a code of its own.
  const { tools } = await inspect<Listed>('--method', 'tools/list', '--strict')
  const listTokens = tokensOf(JSON.stringify(tools))
  expect(tools.map(({ name }) => name).join() === Object.keys(calls).join(), `${way}: other tools than expected`)
  expect(
    tools.every(({ annotations }) => annotations?.readOnlyHint === true),
    `${way}: a tool that may change something`,
  )
  expect(listTokens <= most.list, `${way}: the list takes ${listTokens} tokens`)
  let longest = 0
  for (const name of how.names) {
    const given = JSON.stringify(calls[name])
    const asked = ['--method', 'tools/call', '--tool-name', name, '--tool-args-json', given]
    const { content, isError = false } = await inspect<Told>(...asked)
    const tokens = tokensOf(content.map((part) => part.text).join('\n'))
    longest = Math.max(longest, tokens)
    expect(tokens <= most.answer, `${way}: ${name} takes ${tokens} tokens`)
    const mayRefuse = how.isWithoutServer && name === ofThePast
    expect(isError === mayRefuse, `${way}: ${name} says ${content[0]?.text ?? 'nothing'}`)
  }
  console.log(`${way}: ${tools.length} tools, ${listTokens} tokens to list, ${longest} in the longest answer`)
}

function expect(holds: boolean, complaint: string): void {
  if (!holds) complaints.push(complaint)
}

async function inspected<Result>(words: readonly string[]): Promise<Result> {
  const child = spawn('npx', ['--yes', inspector, '--cli', ...words, '--format', 'json', '--quiet'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // It names a newer Node than the oldest of ours, and runs on that, too; our own strictness is not for it.
    env: { ...process.env, npm_config_engine_strict: 'false' },
  })
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const [said, wrong, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (code !== 0 && code !== toolRefused) throw new Error(`${words.join(' ')}: ended with ${code}: ${wrong}`)
  return (JSON.parse(said) as { readonly result: Result }).result
}
