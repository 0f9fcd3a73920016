// Packs every publishable package and asks publint and attw what a stranger's tool chain would meet.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const run = (command, args, cwd) => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  return { ok: status === 0, output: `${stdout}${stderr}` }
}

const packed = mkdtempSync(join(tmpdir(), 'p2p-packed-'))
let failed = false
const check = (title, { ok, output }) => {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${title}`)
  if (!ok) {
    failed = true
    console.log(output)
  }
}

for (const folder of readdirSync('packages')) {
  const path = resolve('packages', folder)
  if (!existsSync(join(path, 'package.json'))) continue
  const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
  if (manifest.private) continue
  check(`${manifest.name} packs`, run('pnpm', ['pack', '--pack-destination', packed], path))
  const tarball = join(packed, `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`)
  check(`${manifest.name} publint`, run('pnpm', ['exec', 'publint', '--strict', tarball], process.cwd()))
  if (manifest.scripts?.size !== undefined) check(`${manifest.name} size`, run('pnpm', ['run', 'size'], path))
  const esmOnly = JSON.stringify(manifest.exports).includes('require') ? [] : ['--profile', 'esm-only']
  check(`${manifest.name} attw`, run('pnpm', ['exec', 'attw', tarball, '--quiet', ...esmOnly], process.cwd()))
}
rmSync(packed, { recursive: true, force: true })
process.exit(failed ? 1 : 0)
