import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { repository } from '../throw-away-copy.js'
import { packPackages, type Tarball } from './pack-packages.js'
import { packageFolders } from './prepare-package.js'
import { readRepository, refusal } from './repository.js'

/**
 * `pnpm release`: packs all packages and publishes those the registry does not have. `--dry-run` only packs.
 */
const { values: flags } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false }, tag: { type: 'string' } },
})

const reasonsAgainst = (): string[] => {
  const manifest = (folder: string) => readFileSync(join(repository, 'packages', folder, 'package.json'), 'utf8')
  const versions = new Set(packageFolders.map((folder): string => JSON.parse(manifest(folder)).version))
  const pending = readdirSync(join(repository, '.changeset')).filter((name) => /^(?!README).*\.md$/.test(name))
  return [
    refusal(readRepository(repository), process.env.GITHUB_REPOSITORY) ?? [],
    pending.length > 0 ? `${pending.length} changesets wait for \`pnpm version-packages\`.` : [],
    versions.size > 1 ? `The packages have different versions: ${[...versions].join(', ')}.` : [],
    flags.tag !== undefined && !versions.has(flags.tag.replace(/^v/, ''))
      ? `The tag ${flags.tag} is not the version ${[...versions].join(', ')}.`
      : [],
  ].flat()
}

const npm = (...args: readonly string[]) =>
  spawnSync('npm', args, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'inherit'],
  })

const isPublished = ({ name, version }: Tarball): boolean => {
  const { status, stdout } = npm('view', `${name}@${version}`, 'version', '--silent')
  return status === 0 && stdout.trim() === version
}

const publish = (tarball: Tarball): boolean => {
  if (isPublished(tarball)) return true
  return npm('publish', tarball.path, '--provenance', '--access', 'public').status === 0
}

const packAndPublish = (): readonly Tarball[] => {
  const folder = mkdtempSync(join(tmpdir(), 'p2p-release-'))
  try {
    const tarballs = packPackages(folder)
    for (const { name, version } of tarballs) console.log(`${name}@${version} is packed`)
    if (flags['dry-run']) return []
    // The first failure ends it, because dependent packages must not come first.
    const failed = tarballs.find((tarball) => !publish(tarball))
    return failed === undefined ? [] : [failed]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const reasons = reasonsAgainst()
for (const reason of reasons) console.error(`Not published: ${reason}`)
const failed = reasons.length === 0 || flags['dry-run'] ? packAndPublish() : []
for (const { name, version } of failed) console.error(`${name}@${version} could not be published`)
if (failed.length > 0 || (reasons.length > 0 && !flags['dry-run'])) process.exitCode = 1
