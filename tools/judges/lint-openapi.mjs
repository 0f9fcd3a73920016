import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Builds both OpenAPI documents, for programs and for the pages, and lets independent linters judge them. Their first run installs them, which needs the
 * network.
 */
const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))

const run = (command, args, options = {}) => {
  const { status, stdout, error } = spawnSync(command, args, {
    cwd: here,
    encoding: 'utf8',
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    ...options,
  })
  if (error) throw error
  return { status, stdout }
}

if (!existsSync(join(here, 'node_modules'))) {
  const { status } = run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
  if (status !== 0) throw new Error('the judges could not be installed')
}

const folder = mkdtempSync(join(tmpdir(), 'p2p-judges-'))
const bin = (name) => join(here, 'node_modules', '.bin', name)

const judgesOf = (which) => {
  const file = join(folder, `${which}.json`)
  const printed = run(process.execPath, ['--import', 'tsx', join(here, 'print-openapi-document.ts'), which], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  writeFileSync(file, printed.stdout)
  return [
    [`redocly, ${which}`, [bin('redocly'), 'lint', '--config', join(here, 'redocly.yaml'), file]],
    [
      `spectral, ${which}`,
      [bin('spectral'), 'lint', '--fail-severity', 'hint', '--ruleset', join(here, 'spectral.yaml'), file],
    ],
    [`openapi-schema-validator, ${which}`, [bin('validate-api'), file]],
  ]
}
const guilty = ['programs', 'pages'].flatMap(judgesOf).filter(([name, [command, ...args]]) => {
  console.log(`\n== ${name}`)
  return run(command, args).status !== 0
})
rmSync(folder, { recursive: true })
console.log(
  guilty.length === 0 ? '\nall judges are content' : `\nobjections by: ${guilty.map(([name]) => name).join(', ')}`,
)
process.exitCode = guilty.length === 0 ? 0 : 1
