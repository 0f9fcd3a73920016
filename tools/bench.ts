import { cpus } from 'node:os'
import { benchmarks } from '../bench/all.js'
import { parseBenchArgs } from '../bench/bench-args.js'

const main = async (): Promise<number> => {
  const asked = parseBenchArgs(process.argv.slice(2), benchmarks)
  if ('words' in asked) {
    console.log(asked.words)
    return 0
  }
  const { run, isJson } = asked
  const say = (line: string) => (isJson ? process.stderr : process.stdout).write(`${line}\n`)

  const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`
  say(machine)
  const results = []
  for (const benchmark of run) {
    say(`\n${benchmark.name}: ${benchmark.goal}`)
    const { met, figures } = await benchmark.run({ print: say })
    for (const [label, value] of Object.entries(figures)) say(`  ${label}: ${Number(value.toPrecision(4))}`)
    say(met ? '  goal met' : '  GOAL MISSED')
    results.push({ name: benchmark.name, goal: benchmark.goal, met, figures })
  }
  if (isJson) console.log(JSON.stringify({ machine, results }))
  return results.every((result) => result.met) ? 0 : 1
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  },
)
