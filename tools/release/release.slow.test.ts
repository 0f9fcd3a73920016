import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { repository, type ThrowAwayCopy, throwAwayCopy } from '../throw-away-copy.js'
import { packageFolders, preparePackage } from './pack-packages.js'
import { readRepository, refusal } from './repository-address.js'

const read = (root: string, path: string) => readFileSync(join(root, path), 'utf8')
const manifestOf = (root: string, folder: string) => JSON.parse(read(root, `packages/${folder}/package.json`))

test('every package but the dashboard is published, each after those it depends on', () => {
  const all = readdirSync(join(repository, 'packages'))
  expect(all.filter((folder) => manifestOf(repository, folder).private === true)).toEqual(['dashboard'])
  expect(['dashboard', ...packageFolders].sort()).toEqual(all.sort())
  for (const [place, folder] of packageFolders.entries()) {
    const { dependencies = {}, publishConfig } = manifestOf(repository, folder)
    const own = Object.keys(dependencies).filter((name) => name.startsWith('@p2p-rates/'))
    for (const name of own) expect(packageFolders.slice(0, place)).toContain(name.replace('@p2p-rates/', ''))
    expect(publishConfig).toEqual({ access: 'public', provenance: true })
  }
})

describe('changeset version, in a throw-away clone', () => {
  let clone: ThrowAwayCopy
  const run = (program: string, ...words: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(program, words, { cwd: clone.root, encoding: 'utf8' })
    expect({ words, status, output: status === 0 ? '' : stdout + stderr }).toEqual({ words, status: 0, output: '' })
  }
  beforeAll(() => {
    clone = throwAwayCopy()
    for (const name of readdirSync(join(clone.root, '.changeset')))
      if (name.endsWith('.md')) rmSync(join(clone.root, '.changeset', name))
    const word =
      "---\n'@p2p-rates/contract': minor\n'@p2p-rates/server': patch\n---\n\nOne more field in the answers.\n"
    writeFileSync(join(clone.root, '.changeset', 'one-more-field.md'), word)
    run('git', 'init', '--quiet', '--initial-branch', 'main')
    run('git', 'add', '--all')
    run('git', '-c', 'user.name=nobody', '-c', 'user.email=nobody@localhost', 'commit', '--quiet', '--message', 'all')
    run(process.execPath, 'node_modules/@changesets/cli/bin.js', 'version')
    run(process.execPath, '--import', 'tsx', 'tools/release/write-version.ts')
  })
  afterAll(() => clone.remove())

  test('gives all packages the same next version, though only two of them changed', () => {
    const [major, minor] = manifestOf(repository, 'core').version.split('.').map(Number)
    const versions = packageFolders.map((folder) => manifestOf(clone.root, folder).version)
    expect(new Set(versions)).toEqual(new Set([`${major}.${minor + 1}.0`]))
  })

  test('is followed by the versions that the SDK and the Python client name themselves', () => {
    const { version } = manifestOf(clone.root, 'sdk')
    expect(read(clone.root, 'packages/sdk/src/version.ts')).toContain(`version = '${version}'`)
    expect(read(clone.root, 'clients/python/src/p2p_rates/_version.py')).toContain(`= '${version}'`)
  })

  test('writes what changed into the changelog of the package', () => {
    expect(read(clone.root, 'packages/contract/CHANGELOG.md')).toContain('One more field in the answers.')
    expect(existsSync(join(clone.root, '.changeset', 'one-more-field.md'))).toBe(false)
  })

  test('leaves ranges that the next version satisfies', () => {
    for (const range of Object.values<string>(manifestOf(clone.root, 'cli').peerDependencies))
      expect(range).toMatch(/^workspace:>=\d/)
  })
})

describe('nothing is published', () => {
  const real = { slug: 'people/rates', gitUrl: '', page: '', isPlaceholder: false }

  test('while the repository is a placeholder', () => {
    const { slug, isPlaceholder } = readRepository(repository)
    expect(refusal({ ...real, slug: 'OWNER/rates', isPlaceholder: true })).toContain('Write the real one')
    expect(isPlaceholder).toBe(slug.startsWith('OWNER/'))
  })

  test('from a workflow of another repository', () => {
    expect(refusal(real, 'people/rates')).toBeNull()
    expect(refusal(real, 'fork/rates')).toContain('this runs in fork/rates')
  })

  test('by the release command, which says why', () => {
    if (!readRepository(repository).isPlaceholder) return
    const words = ['--import', 'tsx', 'tools/release/release.ts']
    const { status, stderr } = spawnSync(process.execPath, words, { cwd: repository, encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('Not published: "repository"') })
  })
})

describe('a prepared package', () => {
  let copy: ThrowAwayCopy
  beforeAll(() => {
    copy = throwAwayCopy()
    const page = 'https://github.com/people/rates'
    const origin = { slug: 'people/rates', gitUrl: `git+${page}.git`, page, isPlaceholder: false }
    for (const folder of packageFolders) preparePackage(copy.root, folder, origin)
  })
  afterAll(() => copy.remove())

  test.each(packageFolders)('%s names its source, its author and its subject', (folder) => {
    expect(manifestOf(copy.root, folder)).toMatchObject({
      repository: { type: 'git', url: 'git+https://github.com/people/rates.git', directory: `packages/${folder}` },
      homepage: `https://github.com/people/rates/tree/main/packages/${folder}#readme`,
      bugs: { url: 'https://github.com/people/rates/issues' },
      author: expect.any(String),
      license: 'MIT',
      keywords: expect.arrayContaining(['usdt', 'p2p']),
    })
  })

  test.each(packageFolders)('%s has a README whose links work anywhere, and lead to files that exist', (folder) => {
    const targets = [...read(copy.root, `packages/${folder}/README.md`).matchAll(/\]\(([^)\s]+)\)/g)].map(
      ([, to]) => to ?? '',
    )
    expect(targets.filter((target) => !/^(https?:|#)/.test(target))).toEqual([])
    const { version } = manifestOf(copy.root, folder)
    const blob = `https://github.com/people/rates/blob/v${version}/`
    const ours = targets.filter((target) => target.startsWith(blob)).map((target) => target.slice(blob.length))
    expect(ours.filter((path) => !existsSync(join(repository, path.split('#')[0] ?? '')))).toEqual([])
  })
})

test('bundled programs carry the licences of their parts, and no source maps', () => {
  const dist = (folder: string) => join(repository, 'packages', folder, 'dist')
  if (!existsSync(dist('cli')) || !existsSync(dist('sdk'))) throw new Error('build first: pnpm build')
  expect(readdirSync(dist('cli')).filter((name) => name.endsWith('.map'))).toEqual([])
  for (const [folder, names] of [
    ['cli', ['zod', 'undici', 'commander', '@clack/prompts', 'picocolors']],
    ['sdk', ['zod']],
  ] as const) {
    const notices = read(repository, `packages/${folder}/dist/THIRD-PARTY-NOTICES.txt`)
    for (const name of names) expect(notices).toMatch(new RegExp(`^${name} \\d.*\\((MIT|ISC)\\)$`, 'm'))
    expect(notices).toContain('Permission is hereby granted')
    expect(notices).not.toContain('fast-check')
  }
})

describe('workflows', () => {
  const folder = '.github/workflows'
  test.each(readdirSync(join(repository, folder)))(
    '%s uses actions by commit and gives no more rights than needed',
    (name) => {
      const text = read(repository, `${folder}/${name}`)
      const used = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action ?? '')
      expect(used.length).toBeGreaterThan(0)
      expect(used.filter((action) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([])
      expect(text).toMatch(/^permissions:\n {2}contents: read$/m)
    },
  )

  test('the release asks whether the repository is named before it installs anything', () => {
    const text = read(repository, `${folder}/release.yml`)
    expect(text.indexOf('tools/release/repository-address.ts "$GITHUB_REPOSITORY"')).toBeLessThan(
      text.indexOf('.ci/run'),
    )
  })

  test('the job that may publish installs and tests nothing', () => {
    const [pack = '', publish = ''] = read(repository, `${folder}/release.yml`).split(/^ {2}publish:$/m)
    expect(pack).not.toContain('id-token')
    expect(publish).toContain('id-token: write')
    expect([...publish.matchAll(/run: (?!\|)(.*)/g)]).toEqual([])
    expect(publish).not.toMatch(/npm (?:ci|i|install|run|test)|npx|pnpm|\.ci/)
  })
})

describe('publish.sh', () => {
  const names = ['core', 'sdk', 'cli']
  const folderWith = ({ published = '', refused = '' }) => {
    const folder = mkdtempSync(join(tmpdir(), 'p2p-publish-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, 'package'))
    for (const name of names) {
      const manifest = { name: `@p2p-rates/${name}`, version: '1.2.3', private: false }
      writeFileSync(join(folder, 'package/package.json'), JSON.stringify(manifest, null, 2))
      spawnSync('tar', ['-czf', `${name}.tgz`, 'package'], { cwd: folder })
    }
    const digestOf = (name: string) =>
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')
    const lines = names.map((name) => `${digestOf(`${name}.tgz`)}  ${name}.tgz\n`)
    writeFileSync(join(folder, 'digests'), lines.join(''))
    const npm = `#!/bin/sh
case "$1 $2" in
  "view @p2p-rates/${published}@1.2.3") echo 1.2.3 ;;
  "view "*) exit 1 ;;
  "publish ./${refused}.tgz") exit 1 ;;
  *) echo "$*" >>said ;;
esac
`
    writeFileSync(join(folder, 'npm'), npm, { mode: 0o755 })
    return folder
  }
  const publish = (folder: string) => {
    const env = { PATH: `${folder}:${process.env.PATH}` }
    const { status } = spawnSync('sh', [join(repository, 'tools/release/publish.sh'), folder], { env })
    const said = existsSync(join(folder, 'said')) ? readFileSync(join(folder, 'said'), 'utf8') : ''
    return { status, said }
  }
  const line = (name: string) => `publish ./${name}.tgz --provenance --access public\n`

  test('publishes in the order of the digests what the registry does not have', () => {
    expect(publish(folderWith({ published: 'sdk' }))).toEqual({ status: 0, said: line('core') + line('cli') })
  })
  test('ends at the first that is refused', () => {
    expect(publish(folderWith({ refused: 'sdk' }))).toEqual({ status: 1, said: line('core') })
  })
  test('publishes nothing where one tarball is not the one that was packed', () => {
    const folder = folderWith({})
    appendFileSync(join(folder, 'cli.tgz'), 'x')
    expect(publish(folder)).toEqual({ status: 1, said: '' })
  })
})
