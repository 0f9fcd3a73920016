import { parseArgs } from 'node:util'
import { type Fiat, fiats } from '@p2p-rates/core'
import { faultNames, parseFault } from './faults/fault.js'
import { type Simulator, startSimulator } from './simulator.js'

const usage = `Usage: p2p-simulator [--seed 7] [--port-base 9300] [--exchange id ...] [--crossed UAH=4 ...] [--fault FAULT ...]

Starts exchanges that never existed on 127.0.0.1 and prints one line for each: its id and its base URL.
Central banks of the same world follow, and two spot exchanges for USDT/USD.
In a crossed currency buyers pay that many percent more than sellers ask, everywhere.
FAULT has the form exchange[/FIAT]=kind[:choice][@from[-until]] with seconds after the start, such as bybit=blocked:captcha@60-360.
Kinds: ${faultNames.join(', ')}.`

async function main(): Promise<void> {
  const { values } = parseArgs({
    // pnpm hands a separating "--" through.
    args: process.argv.slice(2).filter((argument) => argument !== '--'),
    options: {
      seed: { type: 'string', default: '7' },
      'port-base': { type: 'string' },
      exchange: { type: 'string', multiple: true },
      crossed: { type: 'string', multiple: true, default: [] },
      fault: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(usage)
    return
  }
  const portBase = values['port-base']
  const startMs = Date.now()
  const simulator = await startSimulator({
    seed: wholeNumber('seed', values.seed, 2 ** 32 - 1),
    ...(portBase === undefined ? {} : { portBase: wholeNumber('port-base', portBase, 65_000) }),
    ...(values.exchange === undefined ? {} : { exchanges: values.exchange }),
    crossed: Object.fromEntries(values.crossed.map(crossedFiat)),
    faults: values.fault.map((text) => parseFault(text, startMs)),
  })
  stopOnSignal(simulator)
  for (const [id, url] of Object.entries({ ...simulator.baseUrls, ...simulator.officials.urls }))
    console.log(`${id} ${url}`)
}

function stopOnSignal(simulator: Simulator): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close())
}

function crossedFiat(text: string): readonly [Fiat, number] {
  const [, code, pct] = /^([A-Z]{3})=(\d{1,2}(?:\.\d{1,2})?)$/.exec(text) ?? []
  const fiat = fiats.find((known) => known === code)
  if (fiat === undefined) throw new Error('--crossed takes a currency and a percentage, such as UAH=4.')
  return [fiat, Number(pct)]
}

function wholeNumber(name: string, text: string, most: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (!(number <= most)) throw new Error(`--${name} takes a whole number up to ${most}.`)
  return number
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  console.error(usage)
  process.exitCode = 2
})
