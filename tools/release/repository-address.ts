import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const placeholder = 'OWNER'

export const readRepository = (root: string) => {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { repository?: string }
  const [, slug = '', owner = ''] = /^github:(([\w.-]+)\/[\w.-]+)$/.exec(repository ?? '') ?? []
  if (slug === '') throw new Error('The root\'s package.json needs "repository": "github:owner/name".')
  const page = `https://github.com/${slug}`
  // `slug` is `owner/name`; npm compares `gitUrl` with the publishing workflow.
  return { slug, gitUrl: `git+${page}.git`, page, isPlaceholder: owner === placeholder }
}

/** The home of the project, written once as `repository` in the root's package.json. Everything else is derived. */
export type Repository = ReturnType<typeof readRepository>

/** Why nothing may be published from here, or `null`. `runsIn` is the repository whose workflow runs. */
export const refusal = ({ slug, isPlaceholder }: Repository, runsIn?: string): string | null => {
  if (isPlaceholder) return `"repository" in package.json is still github:${slug}. Write the real one there first.`
  if (runsIn !== undefined && runsIn !== slug) return `package.json names ${slug}, but this runs in ${runsIn}.`
  return null
}

/**
 * `node tools/release/repository-address.ts owner/name`: the first step of the release workflow, before anything is installed.
 */
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const reason = refusal(readRepository(fileURLToPath(new URL('../..', import.meta.url))), process.argv[2])
  console.log(reason ?? 'The repository is named.')
  process.exitCode = reason === null ? 0 : 1
}
