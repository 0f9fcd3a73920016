import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { repository } from '../throw-away-copy.js'
import { packageFolders, packPackages } from './pack-packages.js'
import { readRepository, refusal } from './repository-address.js'

/**
 * `pnpm release`: packs what `publish.sh` publishes into `tarballs/`, with a digest of each in the order of publishing,
 * unless something speaks against a release.
 */
const { values: flags } = parseArgs({ options: { tag: { type: 'string' } } })

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

const pack = (): void => {
  const folder = join(repository, 'tarballs')
  const lines = packPackages(folder).map(({ path }) => {
    const digest = createHash('sha256').update(readFileSync(path)).digest('hex')
    return `${digest}  ${basename(path)}\n`
  })
  writeFileSync(join(folder, 'digests'), lines.join(''))
}

const reasons = reasonsAgainst()
for (const reason of reasons) console.error(`Not published: ${reason}`)
if (reasons.length === 0) pack()
else process.exitCode = 1
