import { parseArgs } from 'node:util'
import { proofs } from '../proofs/all.js'
import type { Proof } from '../proofs/proof.js'
import { exitWith, wholeNumber } from './command-line.js'

const usage = `pnpm prove <name>... [--seed N] [--count M] [--dir DIR] [--only NAME] [--fast] [--json]
pnpm prove truth --ledger   what each number of the trust rules is worth (half an hour)
pnpm prove all              every proof in its full form
pnpm prove --list           the proofs and the target each holds`

const readFlags = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      count: { type: 'string' },
      dir: { type: 'string' },
      only: { type: 'string' },
      fast: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      ledger: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })

const numberOf = (flag: string, text: string | undefined): number | undefined =>
  text === undefined ? undefined : wholeNumber(flag, text, 1e15)

const prove = async ({ name, target, run }: Proof, flags: ReturnType<typeof readFlags>['values']): Promise<boolean> => {
  const { json, seed: wanted, ...options } = flags
  const seed = numberOf('seed', wanted) ?? Math.floor(Math.random() * 1e9)
  const print = (line: string) => (json ? process.stderr : process.stdout).write(`${line}\n`)
  print(`${name}: ${target}\nseed ${seed}`)
  const { breaches, figure, details } = await run({ ...options, seed, count: numberOf('count', options.count), print })
  const holds = breaches.length === 0
  for (const breach of breaches.slice(0, 20)) print(`BROKEN  ${breach}`)
  if (json) console.log(JSON.stringify({ proof: name, target, seed, holds, figure, breaches, details }))
  else console.log(`${name} ${holds ? 'holds' : 'FAILS'} (seed ${seed}): ${figure}`)
  return holds
}

const find = (name: string): Proof => {
  const proof = proofs.find((candidate) => candidate.name === name)
  if (proof === undefined) throw new Error(`there is no proof "${name}"; see pnpm prove --list`)
  return proof
}

exitWith(async () => {
  const { values: flags, positionals: names } = readFlags()
  if (flags.list) {
    const width = Math.max(...proofs.map(({ name }) => name.length))
    for (const { name, target } of proofs) console.log(`${name.padEnd(width)}  ${target}`)
    return 0
  }
  if (flags.help || names.length === 0) {
    console.log(usage)
    return flags.help ? 0 : 2
  }
  let failures = 0
  for (const proof of names.includes('all') ? proofs : names.map(find)) if (!(await prove(proof, flags))) failures += 1
  return failures === 0 ? 0 : 1
})
