import { parseArgs } from 'node:util'
import { nearestWord } from '@p2p-rates/core/internal'
import type { Benchmark } from './benchmark.js'

type Named = Pick<Benchmark, 'name' | 'goal'>

export type BenchArgs<Kind extends Named> =
  | { readonly run: readonly Kind[]; readonly isJson: boolean }
  | { readonly words: string }

const usage = `pnpm bench [<name>...] [--json]  these benchmarks, or all of them
pnpm bench --list                their names and goals
`

/** Parse the command line. Throws on a misspelt name or option and suggests the nearest benchmark. */
export function parseBenchArgs<Kind extends Named>(
  args: readonly string[],
  benchmarks: readonly Kind[],
): BenchArgs<Kind> {
  const { values: flags, positionals: names } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (flags.help) return { words: `${usage}\n${goalsOf(benchmarks)}` }
  if (flags.list) return { words: goalsOf(benchmarks) }
  const known = benchmarks.map(({ name }) => name)
  for (const name of names) if (!known.includes(name)) throw new Error(unknownName(name, known))
  return { run: benchmarks.filter(({ name }) => names.length === 0 || names.includes(name)), isJson: flags.json }
}

function goalsOf(benchmarks: readonly Named[]): string {
  const width = Math.max(...benchmarks.map(({ name }) => name.length))
  return benchmarks.map(({ name, goal }) => `${name.padEnd(width)}  ${goal}`).join('\n')
}

function unknownName(name: string, known: readonly string[]): string {
  const meant = nearestWord(name, known)
  const hint = meant === null ? '; pnpm bench --list names them' : `: did you mean "${meant}"?`
  return `there is no benchmark "${name}"${hint}`
}
