import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repository } from '../throw-away-copy.js'
import { contextFiles, readIgnore } from './build-without-docker.js'
import { readDockerfile, readExecForm } from './dockerfile.js'

const read = (path: string) => readFileSync(join(repository, path), 'utf8')

describe('the image', () => {
  const stages = readDockerfile(read('deploy/Dockerfile'))
  const last = stages.at(-1)?.instructions ?? []
  const textOf = (name: string) => last.find((instruction) => instruction.name === name)?.text

  test('stands on bases that are pinned by their full version, all of them the same', () => {
    expect(new Set(stages.map(({ base }) => base)).size).toBe(1)
    for (const { base } of stages) expect(base).toMatch(/^node:\d+\.\d+\.\d+-bookworm-slim$/)
  })

  test('holds what the first stage made, and installs nothing itself', () => {
    expect(stages.length).toBe(2)
    for (const { name, flags } of last) if (name === 'COPY') expect(flags.get('from')).toBe('build')
    for (const { name, text } of last) if (name === 'RUN') expect(text).not.toMatch(/npm|apt/)
  })

  test('runs as its own user, is asked how it is, and is stopped by the signal that the server obeys', () => {
    expect(textOf('USER')).toBe('node')
    expect(textOf('STOPSIGNAL')).toBe('SIGTERM')
    expect(readExecForm(textOf('HEALTHCHECK') ?? '').join(' ')).toContain('/livez')
    expect(readExecForm(textOf('ENTRYPOINT') ?? '').at(-1)).toBe('/app/bin/p2p-server.mjs')
  })

  test('is made without corepack, which newer Nodes no longer have', () => {
    expect(read('deploy/Dockerfile')).not.toContain('corepack')
  })
})

describe('what the builder is given', () => {
  test('is the sources: no packages, no builds, no data, no secrets', () => {
    const files = contextFiles()
    expect(files).toEqual(expect.arrayContaining(['pnpm-lock.yaml', 'packages/server/src/main.ts']))
    expect(files.filter((path) => /node_modules|\/dist\/|^\.git\/|\.db|^deploy\/secrets/.test(path))).toEqual([])
  })

  test.each([
    ['packages/a/node_modules', true],
    ['node_modules', true],
    ['.env', true],
    ['deploy/.env.local', true],
    ['deploy/.env.example', false],
    ['deploy/secrets', true],
    ['backups/p2p.db-wal', true],
    ['packages/server/src/storage/database.ts', false],
    ['docs/data.md', false],
  ])('%s is left out: %s', (path, expected) => {
    expect(readIgnore(read('.dockerignore'))(path)).toBe(expected)
  })
})
