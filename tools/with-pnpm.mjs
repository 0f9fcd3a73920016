// Runs pnpm scripts one after another on a machine that may have only Node and npm.
// `install` is pnpm's own command, every other word is a script of package.json; flags are for the last.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const onWindows = process.platform === 'win32'
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** The installed copy, else one on PATH, else npx, which needs the network once before the first install. */
const findPnpm = () => {
  const local = join(root, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs')
  if (existsSync(local)) return [process.execPath, local]
  const onPath = spawnSync('pnpm', ['--version'], { encoding: 'utf8', shell: onWindows })
  if (onPath.status === 0 && Number.parseInt(onPath.stdout, 10) >= 10) return ['pnpm']
  return ['npx', '--yes', '--prefer-offline', packageManager.split('+')[0]]
}

const run = (words) => {
  const [command, ...prefix] = findPnpm()
  const { status, signal } = spawnSync(command, [...prefix, ...words], {
    cwd: root,
    stdio: 'inherit',
    shell: onWindows,
  })
  if (signal !== null) process.exit(130)
  if (status !== 0) process.exit(status ?? 1)
}

/** Files that decide what a step does. Without changes in them the step is skipped and needs no network. */
const installFiles = () => [
  'package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  ...foldersOf('packages', 'examples').map((folder) => join(folder, 'package.json')),
]
const buildFiles = () =>
  [
    ...installFiles(),
    'tsup.config.ts',
    'tsconfig.base.json',
    'tsconfig.package.json',
    'packages/dashboard/vite.config.ts',
    ...foldersOf('packages').flatMap((folder) => filesUnder(join(folder, 'src'))),
    // The pages of the guide are texts, and what makes pages of them.
    ...['docs/guide', 'packages/dashboard/guide', 'packages/dashboard/public'].flatMap(filesUnder),
  ].filter((path) => !/\.test\.tsx?$/.test(path))

const foldersOf = (...groups) =>
  groups.flatMap((group) =>
    existsSync(join(root, group))
      ? readdirSync(join(root, group))
          .sort()
          .map((name) => join(group, name))
      : [],
  )
const filesUnder = (folder) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true })
        .map((name) => join(folder, name))
        .filter((path) => statSync(join(root, path)).isFile())
        .sort()
    : []

const digestOf = (files) => {
  const digest = createHash('sha256').update(process.version)
  for (const path of files) if (existsSync(join(root, path))) digest.update(path).update(readFileSync(join(root, path)))
  return digest.digest('hex')
}

const markOf = (name) => join(root, 'node_modules', `.done-${name}`)
const isDone = (name, digest) => existsSync(markOf(name)) && readFileSync(markOf(name), 'utf8') === digest

const isBuilt = () =>
  foldersOf('packages')
    .filter(
      (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).scripts?.build !== undefined,
    )
    .every((folder) => existsSync(join(root, folder, 'dist')))

const steps = {
  install: () => {
    const digest = digestOf(installFiles())
    if (isDone('install', digest)) return
    console.log('Installing packages.')
    run(['install', '--frozen-lockfile', '--prefer-offline', '--loglevel', 'warn'])
    writeFileSync(markOf('install'), digest)
  },
  build: () => {
    const digest = digestOf(buildFiles())
    if (isDone('build', digest) && isBuilt()) return
    run(['run', 'build'])
    writeFileSync(markOf('build'), digest)
  },
  // Without type declarations, which take most of the time and are not needed for running.
  'build:js': () => {
    const digest = digestOf(buildFiles())
    if ((isDone('build', digest) || isDone('build-js', digest)) && isBuilt()) return
    rmSync(markOf('build'), { force: true })
    run(['run', 'build:js'])
    writeFileSync(markOf('build-js'), digest)
  },
}

// Ctrl+C is for what runs; we end when that has.
process.on('SIGINT', () => {})

const words = process.argv.slice(2)
const firstFlag = words.findIndex((word) => word.startsWith('-'))
const [names, flags] = firstFlag < 0 ? [words, []] : [words.slice(0, firstFlag), words.slice(firstFlag)]
for (const [index, name] of names.entries()) {
  const step = steps[name]
  if (step === undefined) run(['run', '--silent', name, ...(index === names.length - 1 ? flags : [])])
  else step()
}
