import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { crashProof } from './crash.js'
import { diskFullProof } from './disk-full.js'
import { secretsProof } from './secrets.js'
import { builtServer } from './server-process.js'
import { stopProof } from './stop.js'

const seed = Math.floor(Math.random() * 1e9)
console.log(`seed of the server proofs: ${seed}`)

// `npm test` builds before it tests; whoever runs the tests alone gets a build here.
beforeAll(() => {
  if (existsSync(builtServer)) return
  const pnpm = fileURLToPath(new URL('../node_modules/.bin/pnpm', import.meta.url))
  const build = spawnSync(pnpm, ['run', 'build'], { cwd: fileURLToPath(new URL('..', import.meta.url)) })
  if (build.status !== 0) throw new Error(`The server is not built, and cannot be: ${build.stderr}`)
}, 300_000)

test.each([crashProof, diskFullProof, secretsProof, stopProof])(
  '$name: $target',
  async ({ run }) => {
    const printed: string[] = []
    const { holds, figure } = await run({ seed, fast: true, print: (line) => printed.push(line) })
    expect(holds, [...printed, figure].join('\n')).toBe(true)
  },
  300_000,
)
