// The whole gate, step by step; stops at the first step that fails. `--after-test` leaves out what `npm test` has
// already done.
import { spawnSync } from 'node:child_process'

const built = process.argv.includes('--after-test')
const steps = [
  ['format and lint', 'lint'],
  ['types', 'types'],
  ...(built
    ? []
    : [
        ['build', 'build'],
        ['tests', 'test:run'],
      ]),
  ['unused code', 'unused'],
  ['packages', 'package-checks'],
]

for (const [title, script] of steps) {
  const started = process.hrtime.bigint()
  console.log(`\n== ${title}`)
  const { status } = spawnSync('pnpm', ['run', '--silent', script], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error(`== ${title} failed`)
    process.exit(status ?? 1)
  }
  console.log(`== ${title}: ok in ${Number((process.hrtime.bigint() - started) / 1_000_000n) / 1000} s`)
}
