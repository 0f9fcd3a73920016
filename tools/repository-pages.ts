import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { repository as root } from './throw-away-copy.js'

export const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'AGENTS.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
  'CHANGELOG.md',
  'examples/README.md',
  'examples/self-host/replicas/README.md',
  'deploy/README.md',
  'clients/python/README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...readdirSync(join(root, 'docs/recipes')).map((name) => `docs/recipes/${name}`),
  ...readdirSync(join(root, 'packages'))
    .map((name) => `packages/${name}/README.md`)
    .filter((path) => existsSync(join(root, path))),
]

const filesIn = (folder: string, name: RegExp): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((path) => name.test(path))

/** Documents in English, with the notes of changes and the forms for issues. */
export const englishDocuments = (): readonly string[] => [
  ...new Set([
    ...pages,
    ...filesIn('docs', /\.md$/).filter((path) => !path.startsWith('docs/guide/uk/')),
    ...filesIn('.changeset', /\.md$/),
    ...filesIn('.github', /\.(md|yml)$/),
  ]),
]
