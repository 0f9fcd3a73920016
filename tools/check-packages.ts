import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { packPackages } from './release/pack-packages.js'
import { repository } from './throw-away-copy.js'

/** Packs every package as it is published, and lets publint and attw check it for users' tool chains. */
const run = (program: string, args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: repository,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  return { ok: status === 0, output: `${stdout}${stderr}` }
}

const check = (title: string, { ok, output }: { readonly ok: boolean; readonly output: string }) => {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${title}`)
  if (ok) return
  process.exitCode = 1
  console.log(output)
}

type Manifest = { readonly exports: unknown }

const packed = mkdtempSync(join(tmpdir(), 'p2p-packed-'))
try {
  for (const { name, path } of packPackages(packed)) {
    const folder = join(repository, 'packages', basename(name))
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
    check(`${name} publint`, run('publint', ['--strict', path]))
    const esmOnly = JSON.stringify(manifest.exports).includes('require') ? [] : ['--profile', 'esm-only']
    check(`${name} attw`, run('attw', [path, '--quiet', ...esmOnly]))
  }
} finally {
  rmSync(packed, { recursive: true, force: true })
}
