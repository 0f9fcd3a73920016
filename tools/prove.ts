import { parseArgs } from 'node:util'
import { proofs } from '../proofs/all.js'
import type { Proof } from '../proofs/proof.js'

const usage = `pnpm prove <name>... [--seed N] [--count M] [--dir DIR] [--only NAME] [--fast] [--json]
pnpm prove truth --ledger   what each number of the trust rules is worth (half an hour)
pnpm prove all              every proof in its full form
pnpm prove --list           the proofs and the target each holds`

const wholeNumber = (text: string | undefined, flag: string): number | undefined => {
  if (text === undefined) return undefined
  if (!/^\d{1,15}$/.test(text)) throw new Error(`--${flag} takes a whole number, not "${text}"`)
  return Number(text)
}

const prove = async (proof: Proof, flags: ReturnType<typeof readFlags>['flags']): Promise<boolean> => {
  const seed = flags.seed ?? Math.floor(Math.random() * 1e9)
  const say = (line: string) => (flags.json ? process.stderr : process.stdout).write(`${line}\n`)
  say(`${proof.name}: ${proof.target}\nseed ${seed}`)
  const { breaches, figure, details } = await proof.run({
    seed,
    fast: flags.fast,
    print: say,
    ...(flags.count === undefined ? {} : { count: flags.count }),
    ...(flags.dir === undefined ? {} : { dir: flags.dir }),
    ...(flags.only === undefined ? {} : { only: flags.only }),
    ...(flags.ledger ? { ledger: true } : {}),
  })
  const holds = breaches.length === 0
  for (const breach of breaches.slice(0, 20)) say(`BROKEN  ${breach}`)
  if (flags.json)
    console.log(JSON.stringify({ proof: proof.name, target: proof.target, seed, holds, figure, breaches, details }))
  else console.log(`${proof.name} ${holds ? 'holds' : 'FAILS'} (seed ${seed}): ${figure}`)
  return holds
}

const readFlags = () => {
  const { values, positionals } = parseArgs({
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
  const flags = { ...values, seed: wholeNumber(values.seed, 'seed'), count: wholeNumber(values.count, 'count') }
  return { flags, names: positionals }
}

const main = async (): Promise<number> => {
  const { flags, names } = readFlags()
  if (flags.list) {
    const width = Math.max(...proofs.map((proof) => proof.name.length))
    for (const proof of proofs) console.log(`${proof.name.padEnd(width)}  ${proof.target}`)
    return 0
  }
  if (flags.help || names.length === 0) {
    console.log(usage)
    return flags.help ? 0 : 2
  }
  const chosen = names.includes('all') ? proofs : names.map((name) => find(name))
  let failures = 0
  for (const proof of chosen) if (!(await prove(proof, flags))) failures += 1
  return failures === 0 ? 0 : 1
}

const find = (name: string): Proof => {
  const proof = proofs.find((candidate) => candidate.name === name)
  if (proof === undefined) throw new Error(`there is no proof "${name}"; see pnpm prove --list`)
  return proof
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  },
)
