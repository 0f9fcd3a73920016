import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { repository } from '../throw-away-copy.js'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'p2p-scripts-')))
afterAll(() => rmSync(folder, { recursive: true }))

const run = (script: string, words: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(join(repository, 'deploy', script), words, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, PREFIX: join(folder, 'installed') },
  })
  return { status, out: stdout, err: stderr }
}

describe('p2p-release', () => {
  const usage = expect.stringMatching(/^Installs, upgrades, [\s\S]+ backups\/\n$/)

  test('explains itself, and nothing of its inside', () => {
    expect(run('p2p-release', ['--help'])).toEqual({ status: 0, out: usage, err: '' })
    expect(run('p2p-release', [])).toEqual({ status: 2, out: '', err: usage })
    expect(run('p2p-release', ['fly'])).toMatchObject({
      status: 2,
      err: expect.stringMatching(/^There is no command fly/),
    })
  })

  test('has no status before an installation', () =>
    expect(run('p2p-release', ['status'])).toEqual({
      status: 1,
      out: '',
      err: `Nothing is installed in ${join(folder, 'installed')}.\n`,
    }))

  test('hands npm whole paths of tarballs that are there, and versions of the package', () => {
    mkdirSync(join(folder, 'bin'))
    mkdirSync(join(folder, 'tarballs'))
    writeFileSync(join(folder, 'bin/npm'), '#!/bin/sh\necho "npm $*" >&2\nexit 1\n')
    chmodSync(join(folder, 'bin/npm'), 0o755)
    writeFileSync(join(folder, 'tarballs/x y.tgz'), '')
    const named = (word: string) => run('p2p-release', ['install', word]).err
    expect(named('tarballs/x y.tgz')).toContain(` ${join(folder, 'tarballs/x y.tgz')}\n`)
    expect(named('1.2.3')).toContain(' @p2p-rates/server@1.2.3\n')
    expect(named('tarballs/none.tgz')).toBe('There is no file tarballs/none.tgz.\n')
  })
})

test('p2p-backup explains itself and makes no folder of an option', () => {
  const usage = 'Usage: p2p-backup FOLDER [HOW MANY TO KEEP]\n'
  expect(run('p2p-backup', ['--help'])).toEqual({ status: 0, out: usage, err: '' })
  for (const words of [[], ['-x']]) expect(run('p2p-backup', words)).toEqual({ status: 2, out: '', err: usage })
  expect(existsSync(join(folder, '-x'))).toBe(false)
})
