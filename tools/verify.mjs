// The whole gate. Steps of one row run beside each other; the first row with a failure is the last.
// `--after-test` leaves out the quick tests, which `npm test` has run.
import { spawn } from 'node:child_process'

const pnpm = (script) => ['pnpm', 'run', '--silent', ...script.split(' ')]
const rows = [
  [pnpm('lint'), pnpm('types')],
  // The build takes the declarations that `types` has made, and leaves its mark for slow tests that need it.
  [['node', 'tools/with-pnpm.mjs', 'build']],
  ...(process.argv.includes('--after-test') ? [] : [[pnpm('test:quick')]]),
  [pnpm('test:slow')],
  // Its servers promise things within a second, so they have the cores for themselves.
  [pnpm('prove replicas --fast --count 1')],
  [pnpm('unused'), pnpm('package-checks'), pnpm('seventh-exchange'), pnpm('image-steps')],
]

/** Prints nothing while it runs if others run beside it, and everything at once when it has ended. */
const run = ([program, ...words], isAlone) =>
  new Promise((resolve) => {
    const started = process.hrtime.bigint()
    const child = spawn(program, words, {
      stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    child.on('error', (error) => {
      output += error.message
    })
    child.on('close', (code) => {
      const seconds = Number((process.hrtime.bigint() - started) / 1_000_000_000n)
      if (code !== 0) process.stdout.write(output)
      console.log(
        `== ${words.filter((word) => !/^(run|--silent)$/.test(word)).join(' ')}: ${code === 0 ? 'ok' : 'FAILED'} after ${seconds} s`,
      )
      resolve(code === 0)
    })
  })

for (const row of rows) {
  const results = await Promise.all(row.map((step) => run(step, row.length === 1)))
  if (results.includes(false)) process.exit(1)
}
