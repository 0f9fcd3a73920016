import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { needs } from '@p2p-rates/core/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { repository } from '../throw-away-copy.js'

const folder = join(repository, 'deploy/systemd')
const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const ours = ['p2p-rates.service', 'user/p2p-rates.service']

test.each(ours)('%s starts again after a crash, not after what no start can mend, and waits for a stop', (path) => {
  const unit = read(path)
  expect(unit).toMatch(/^Restart=on-failure$/m)
  // Settings; data or a key that do not fit.
  expect(unit).toMatch(/^RestartPreventExitStatus=2 78$/m)
  // The server's own last call is after 25 seconds.
  expect(Number(/^TimeoutStopSec=(\d+)s$/m.exec(unit)?.[1])).toBeGreaterThan(25)
})

describe('systemd-analyze', needs('systemd-analyze'), () => {
  const analyze = (...words: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', words, { encoding: 'utf8' })
    return { status, told: `${stdout}${stderr}` }
  }

  test.each(['p2p-rates.service', 'p2p-backup.service'])('gives %s an exposure of 2.0 or less', (name) => {
    const { status, told } = analyze('security', '--offline=true', '--threshold=20', join(folder, name))
    expect([status, status === 0 ? '' : told]).toEqual([0, ''])
  })

  test('finds nothing wrong with the units but that nothing is installed here', () => {
    const names = ['p2p-rates.service', 'p2p-backup.service', 'p2p-backup.timer'].map((name) => join(folder, name))
    const { told } = analyze('verify', ...names)
    expect(told.split('\n').filter((line) => line !== '' && !/Command \S+ is not executable/.test(line))).toEqual([])
  })

  test('the server lives with the system calls that its unit leaves it', needs('strace', 'pkill'), async () => {
    const filters = [...read('p2p-rates.service').matchAll(/^SystemCallFilter=(~?)(.+)$/gm)]
    expect(filters.length).toBe(2)
    const allowed = new Set<string>()
    for (const [, isDenial, sets = ''] of filters)
      for (const name of sets.split(' ').flatMap((set) => [...callsOf(set, (words) => analyze(...words).told)]))
        if (isDenial === '') allowed.add(name)
        else allowed.delete(name)

    const { used, code } = await traced()
    expect(used.length).toBeGreaterThan(30)
    expect(used.filter((name) => !allowed.has(name) && !refused.includes(name))).toEqual([])
    // Also with those refused as the unit refuses them.
    expect(code).toBe(0)
  })
})

/** Tried by the engine and by SQLite (as root), which do without. */
const refused = ['pkey_alloc', 'fchown']

const callsOf = (set: string, ask: (words: readonly string[]) => string): Set<string> => {
  const calls = new Set<string>()
  for (const line of ask(['syscall-filter', set]).split('\n').slice(1)) {
    const name = line.trim()
    if (name.startsWith('@')) for (const inner of callsOf(name, ask)) calls.add(inner)
    else if (name !== '' && !name.startsWith('#')) calls.add(name)
  }
  return calls
}

const traced = async (): Promise<{ used: readonly string[]; code: number | null }> => {
  const place = mkdtempSync(join(tmpdir(), 'p2p-traced-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  const inject = refused.map((name) => `--inject=${name}:error=EPERM`)
  const words = ['-f', '-c', '-S', 'name', '-o', join(place, 'calls'), ...inject, process.execPath]
  const child = spawn('strace', [...words, join(repository, 'packages/server/bin/p2p-server.mjs')], {
    cwd: place,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      P2P_DATA_DIR: join(place, 'data'),
      P2P_PORT: '0',
      P2P_METRICS_PORT: '0',
      P2P_SIMULATED: 'true',
      P2P_EXCHANGE_URLS: 'okx=http://127.0.0.1:9',
      P2P_EXCHANGES: 'okx',
    },
  })
  const ended = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('"listening"')) break
  child.stdout.resume()
  // Signal the server itself, because strace would not stop it.
  spawnSync('pkill', ['-TERM', '-P', String(child.pid)])
  const [code] = await ended
  const rows = readFileSync(join(place, 'calls'), 'utf8').split('\n')
  const names = rows.map((row) => /^\s*[\d.]+ .* ([a-z]\w+)$/.exec(row)?.[1] ?? '')
  return { used: names.filter((name) => name !== '' && name !== 'total'), code }
}
