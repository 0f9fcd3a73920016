// Runs pnpm scripts one after another on a machine that may have only Node and npm.
// `install` is pnpm's own command, every other word is a script of package.json.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const onWindows = process.platform === 'win32'
const pnpmVersion = '10.34.9'

/** The installed copy first, then one on PATH, then npx: the last needs the network once and only before the first install. */
const findPnpm = () => {
  const local = join(root, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs')
  if (existsSync(local)) return [process.execPath, local]
  const onPath = spawnSync('pnpm', ['--version'], { encoding: 'utf8', shell: onWindows })
  if (onPath.status === 0 && Number.parseInt(onPath.stdout, 10) >= 10) return ['pnpm']
  return ['npx', '--yes', '--prefer-offline', `pnpm@${pnpmVersion}`]
}

const run = (words) => {
  const [command, ...prefix] = findPnpm()
  const { status, signal } = spawnSync(command, [...prefix, ...words], {
    cwd: root,
    stdio: 'inherit',
    shell: onWindows,
    env: { ...process.env, npm_config_manage_package_manager_versions: 'false' },
  })
  if (signal !== null) process.exit(130)
  if (status !== 0) process.exit(status ?? 1)
}

/** A digest of everything an install depends on: unchanged means there is nothing to install and no network is needed. */
const installMark = () => {
  const digest = createHash('sha256').update(process.version)
  const manifests = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml']
  for (const group of ['packages', 'examples'])
    for (const name of existsSync(join(root, group)) ? readdirSync(join(root, group)).sort() : [])
      manifests.push(join(group, name, 'package.json'))
  for (const path of manifests) {
    const full = join(root, path)
    if (existsSync(full) && statSync(full).isFile()) digest.update(path).update(readFileSync(full))
  }
  return digest.digest('hex')
}

const markFile = join(root, 'node_modules', '.installed-mark')
const install = () => {
  const mark = installMark()
  if (existsSync(markFile) && readFileSync(markFile, 'utf8') === mark) return
  run(['install', '--frozen-lockfile', '--prefer-offline'])
  writeFileSync(markFile, mark)
}

for (const word of process.argv.slice(2)) {
  if (word === 'install') install()
  else run(['run', word])
}
