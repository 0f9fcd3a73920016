import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { benchmarks } from '../bench/all.js'

const { values: flags, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, list: { type: 'boolean', default: false } },
})

const say = (line: string) => (flags.json ? process.stderr : process.stdout).write(`${line}\n`)

const main = async (): Promise<number> => {
  if (flags.list) {
    const width = Math.max(...benchmarks.map((benchmark) => benchmark.name.length))
    for (const { name, goal } of benchmarks) console.log(`${name.padEnd(width)}  ${goal}`)
    return 0
  }
  for (const name of names)
    if (!benchmarks.some((benchmark) => benchmark.name === name)) throw new Error(`there is no benchmark "${name}"`)

  const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`
  say(machine)
  const results = []
  for (const benchmark of benchmarks) {
    if (names.length > 0 && !names.includes(benchmark.name)) continue
    say(`\n${benchmark.name}: ${benchmark.goal}`)
    const { met, figures } = await benchmark.run({ print: say })
    for (const [label, value] of Object.entries(figures)) say(`  ${label}: ${Number(value.toPrecision(4))}`)
    say(met ? '  goal met' : '  GOAL MISSED')
    results.push({ name: benchmark.name, goal: benchmark.goal, met, figures })
  }
  if (flags.json) console.log(JSON.stringify({ machine, results }))
  return results.every((result) => result.met) ? 0 : 1
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  },
)
