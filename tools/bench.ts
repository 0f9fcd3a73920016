import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { nearestWord } from '@p2p-rates/core/internal'
import { benchmarks } from '../bench/all.js'
import { exitWith } from './command-line.js'

const usage = `pnpm bench [<name>...] [--json]  these benchmarks, or all of them
pnpm bench --list                their names and goals
`

exitWith(async () => {
  const { values: flags, positionals: names } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (flags.help || flags.list) {
    const width = Math.max(...benchmarks.map(({ name }) => name.length))
    const goals = benchmarks.map(({ name, goal }) => `${name.padEnd(width)}  ${goal}`).join('\n')
    console.log(flags.help ? `${usage}\n${goals}` : goals)
    return 0
  }
  const known = benchmarks.map(({ name }) => name)
  for (const name of names) {
    const hint = nearestWord(name, known)
    const cure = hint === null ? 'see pnpm bench --list' : `did you mean "${hint}"?`
    if (!known.includes(name)) throw new Error(`there is no benchmark "${name}": ${cure}`)
  }
  const say = (line: string) => (flags.json ? process.stderr : process.stdout).write(`${line}\n`)

  const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`
  say(machine)
  const results = []
  for (const benchmark of benchmarks.filter(({ name }) => names.length === 0 || names.includes(name))) {
    say(`\n${benchmark.name}: ${benchmark.goal}`)
    const { met, figures } = await benchmark.run({ print: say })
    for (const [label, value] of Object.entries(figures)) say(`  ${label}: ${Number(value.toPrecision(4))}`)
    say(met ? '  goal met' : '  GOAL MISSED')
    results.push({ name: benchmark.name, goal: benchmark.goal, met, figures })
  }
  if (flags.json) console.log(JSON.stringify({ machine, results }))
  return results.every((result) => result.met) ? 0 : 1
})
