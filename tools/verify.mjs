// The whole gate. Steps of one row run beside each other; the first row with a failure is the last.
// `--after-test` leaves out the quick tests, which `npm test` has run.
import { spawn } from 'node:child_process'

const tests = process.argv.includes('--after-test') ? 'test:slow' : 'test:run'
const rows = [
  ['lint', 'types'],
  // The build takes the declarations that `types` has made.
  ['build'],
  [tests],
  // Its servers promise things within a second, so they have the cores for themselves.
  ['prove replicas --fast --count 1'],
  ['unused', 'package-checks', 'seventh-exchange', 'image-steps'],
]

/** Prints nothing while it runs if others run beside it, and everything at once when it has ended. */
const run = (script, isAlone) =>
  new Promise((resolve) => {
    const started = process.hrtime.bigint()
    const child = spawn('pnpm', ['run', '--silent', ...script.split(' ')], {
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
      console.log(`== ${script}: ${code === 0 ? 'ok' : 'FAILED'} after ${seconds} s`)
      resolve(code === 0)
    })
  })

for (const row of rows) {
  const results = await Promise.all(row.map((script) => run(script, row.length === 1)))
  if (results.includes(false)) process.exit(1)
}
