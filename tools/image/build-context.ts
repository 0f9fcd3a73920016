import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../throw-away-copy.js'

export const contextFiles = (): readonly string[] => {
  const isLeftOut = readIgnore(readFileSync(join(repository, '.dockerignore'), 'utf8'))
  const under = (folder: string): string[] =>
    readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (isLeftOut(path)) return []
      return entry.isDirectory() ? under(path) : [path]
    })
  return under('')
}

export const copyContext = (into: string): void => {
  for (const path of contextFiles()) cpSync(join(repository, path), join(into, path), { recursive: true })
}

/** The last rule that fits decides, as with Docker. */
export const readIgnore = (text: string): ((path: string) => boolean) => {
  const rules = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ leavesOut: !line.startsWith('!'), pattern: patternOf(line.replace('!', '')) }))
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.leavesOut ?? false
}

const patternOf = (glob: string): RegExp => {
  const source = glob
    .replaceAll(/[.+^$()|[\]{}]/g, '\\$&')
    .replaceAll('**/', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '(?:.*/)?')
  return new RegExp(`^${source}$`)
}
