import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atExit } from '../../proofs/harness/at-exit.js'
import { requireBuild } from '../../proofs/harness/server-process.js'
import { packCopy } from '../release/pack-packages.js'
import { replaceOnce } from '../replace-once.js'
import { repository, throwAwayCopy } from '../throw-away-copy.js'
import { startRegistry } from './local-registry.js'

let home: string
let removeHome: () => void
let registry: Awaited<ReturnType<typeof startRegistry>>
const version = JSON.parse(readFileSync(join(repository, 'packages/server/package.json'), 'utf8')).version as string
const next = '99.0.0'

beforeAll(async () => {
  requireBuild()
  home = realpathSync(mkdtempSync(join(tmpdir(), 'p2p-home-')))
  removeHome = atExit(() => rmSync(home, { recursive: true, force: true }))
  registry = await startRegistry(packTwoReleases(join(home, 'packed')))
  spawnSync('cp', ['-r', join(repository, 'deploy'), home])
  if (user.uid !== undefined) spawnSync('chown', ['-R', `${user.uid}`, home])
  chmodSync(home, 0o700)
}, 900_000)
afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
  registry?.close()
  removeHome()
})

const packTwoReleases = (into: string) => {
  const { root, remove } = throwAwayCopy({ built: true })
  try {
    const folders = ['core', 'contract', 'server'] as const
    const present = packCopy(root, into, folders)
    becomeNext(join(root, 'packages/server'))
    for (const folder of folders) {
      const manifest = join(root, 'packages', folder, 'package.json')
      writeFileSync(
        manifest,
        replaceOnce(readFileSync(manifest, 'utf8'), `"version": "${version}"`, `"version": "${next}"`),
      )
    }
    return [...present, ...packCopy(root, into, folders)]
  } finally {
    remove()
  }
}

/** Edits the built code: building again would take longer than all else. */
const becomeNext = (server: string) => {
  const edit = (mark: string, change: (text: string) => string) => {
    const files = readdirSync(join(server, 'dist'))
      .filter((name) => name.endsWith('.js'))
      .map((name) => ({ path: join(server, 'dist', name), text: readFileSync(join(server, 'dist', name), 'utf8') }))
      .filter(({ text }) => text.includes(mark))
    expect(files).not.toEqual([])
    for (const { path, text } of files) writeFileSync(path, change(text))
  }
  edit(`version = "${version}"`, (text) => replaceOnce(text, `version = "${version}"`, `version = "${next}"`))
  const newest = readdirSync(join(server, 'src/storage/sqlite/testing/stored-versions')).length
  const mark = '2: `\n  UPDATE chunk SET data = seal_day'
  const added = `${newest + 1}: 'CREATE TABLE of_the_next_release (id TEXT) STRICT;',`
  edit(mark, (text) => replaceOnce(text, mark, `${added} ${mark}`))
}

/** Root runs the programs as uid 65534, because no step may need more rights. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const options = () => ({
  cwd: home,
  env: {
    PATH: process.env.PATH,
    HOME: home,
    npm_config_registry: registry.url,
    npm_config_cache: join(home, 'npm-cache'),
    // The registry offers both releases from the start.
    npm_config_prefer_offline: 'true',
    P2P_EXCHANGE_URLS: 'okx=http://127.0.0.1:9',
  },
  ...user,
})
const prefix = () => join(home, '.local/share/p2p-rates')
/** All three are shown when it is not so. */
const good = { status: 0, out: expect.any(String), err: expect.any(String) }

/** Run a program without blocking, because this process serves the registry that it uses. */
const run = (program: string, ...words: readonly string[]) => runWith({}, program, ...words)
const runWith = (settings: Readonly<Record<string, string>>, program: string, ...words: readonly string[]) =>
  new Promise<{ status: number; out: string; err: string }>((done) => {
    const { env, ...rest } = options()
    execFile(program, words, { ...rest, env: { ...env, ...settings } }, (error, stdout, stderr) =>
      done({ status: error === null ? 0 : Number(error.code), out: stdout.trim(), err: stderr.trim() }),
    )
  })
const release = (...words: readonly string[]) => run(join(home, 'deploy/p2p-release'), ...words)
const server = (...words: readonly string[]) => run(join(prefix(), 'bin/p2p-server'), ...words)

const started = new Set<ChildProcess>()
const whileItRuns = async (work: (ask: (key: string) => Promise<number>) => Promise<void>): Promise<void> => {
  const child = spawn(join(prefix(), 'bin/p2p-server'), [], { ...options(), stdio: ['ignore', 'pipe', 'pipe'] })
  started.add(child)
  const ended = once(child, 'exit')
  let address = ''
  for await (const line of createInterface({ input: child.stdout })) {
    const told = JSON.parse(line) as { message: string; address?: string }
    if (told.message === 'listening') address = told.address ?? ''
    if (address !== '') break
  }
  child.stdout.resume()
  await work(async (key) => (await fetch(`${address}/api/v1/me`, { headers: { 'X-API-Key': key } })).status)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
}

const createKey = async (): Promise<{ key: string; id: string }> => {
  const { out, err } = await server('keys', 'create', '--plan', 'Pro')
  return { key: out, id: /key_\w{12,}/.exec(err)?.[0] ?? '' }
}

test('a release is installed, upgraded, taken back and removed, and people and keys live through all of it', async () => {
  expect(await release('install', version)).toEqual(good)
  appendFileSync(join(prefix(), '.env'), 'P2P_PORT=0\nP2P_METRICS_PORT=0\nP2P_SIMULATED=true\nP2P_EXCHANGES=okx\n')
  expect((await server('--version')).out).toBe(version)
  expect((await release('install')).err).toContain('use upgrade')
  const kept = await createKey()
  const leaked = await createKey()
  await whileItRuns(async (ask) => expect([await ask(kept.key), await ask(leaked.key)]).toEqual([200, 200]))

  expect((await release('upgrade')).err).toContain('Name the tarballs to install')
  expect(await release('upgrade', next)).toMatchObject({
    status: 0,
    out: expect.stringContaining(`from ${version} to ${next}`),
  })
  expect((await server('--version')).out).toBe(next)
  await whileItRuns(async (ask) => {
    expect(await ask(kept.key)).toBe(200)
    expect(await server('keys', 'revoke', leaked.id)).toEqual(good)
  })

  expect(await release('rollback')).toMatchObject({
    status: 0,
    out: expect.stringContaining(`from ${next} to ${version}`),
  })
  expect((await server('--version')).out).toBe(version)
  // The older release could not have read what the newer one left.
  expect(readdirSync(prefix()).filter((name) => name.startsWith(`data-of-${next}-`))).toHaveLength(1)
  expect(await server('verify')).toEqual(good)
  await whileItRuns(async (ask) => expect([await ask(kept.key), await ask(leaked.key)]).toEqual([200, 401]))
  expect(await release('rollback')).toMatchObject({
    status: 1,
    err: expect.stringContaining('no release to go back to'),
  })

  expect(await release('uninstall')).toEqual(good)
  expect(readdirSync(prefix()).sort()).toEqual(expect.arrayContaining(['.env', 'backups', 'data']))
  expect(existsSync(join(prefix(), 'versions'))).toBe(false)
  expect(await release('install', version)).toEqual(good)
  expect((await server('keys', 'list')).out).toContain(kept.id)
}, 900_000)

test('backups are kept up to a number; one that is not sound makes nothing forgotten', async () => {
  const folder = join(home, 'kept')
  const backup = (...words: readonly string[]) => run(join(prefix(), 'bin/p2p-backup'), folder, ...words)
  const names = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.db'))
      .sort()
  expect(await backup('2')).toEqual(good)
  const [first = ''] = names()
  for (const day of ['01', '02', '03'])
    spawnSync('cp', [join(folder, first), join(folder, `p2p-2020-01-${day}T000000Z.db`)])
  for (const part of [first, `${first}.sha256`]) rmSync(join(folder, part))
  expect((await backup('2')).out).toContain('Forgot')
  expect(names()).toHaveLength(2)
  expect(names()[0]).toBe('p2p-2020-01-03T000000Z.db')
  expect(await run('sh', '-c', `cd ${folder} && sha256sum --check p2p-2*Z.db.sha256`)).toEqual(good)

  // Two of one second are two.
  const clock = join(home, 'clock')
  mkdirSync(clock)
  writeFileSync(
    join(clock, 'date'),
    `#!/bin/sh\necho x >> ${home}/asked\n[ "$(wc -l < ${home}/asked)" -lt 3 ] && echo 2027-01-01T000000Z || echo 2027-01-01T000001Z\n`,
    { mode: 0o755 },
  )
  for (let time = 0; time < 2; time += 1)
    expect(
      await runWith({ PATH: `${clock}:${process.env.PATH}` }, join(prefix(), 'bin/p2p-backup'), folder, '3'),
    ).toMatchObject({ status: 0 })
  expect(names()).toEqual([expect.any(String), 'p2p-2027-01-01T000000Z.db', 'p2p-2027-01-01T000001Z.db'])

  // A backup that does not come back as it went: the program says that it is whole, and it is not.
  const liar = join(home, 'liar')
  writeFileSync(
    liar,
    `#!/bin/sh\n[ "$1" = backup ] && echo nonsense > "$2" || exec ${prefix()}/bin/p2p-server "$@"\n`,
    { mode: 0o755 },
  )
  const before = names()
  const failed = await runWith({ SERVER: liar }, join(prefix(), 'bin/p2p-backup'), folder, '1')
  expect(failed).toMatchObject({ status: 1, err: expect.stringContaining('the previous backups are kept') })
  expect(names().filter((name) => !name.startsWith('damaged-'))).toEqual(before)
  expect(names().filter((name) => name.startsWith('damaged-'))).toHaveLength(1)
  expect(await backup('none')).toMatchObject({ status: 2 })
})

test('nothing is left when data are to go, too', async () => {
  expect(await release('uninstall', '--with-data')).toEqual(good)
  expect(existsSync(prefix())).toBe(false)
})
