import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { repository } from '../throw-away-copy.js'
import type { Instruction, Stage } from './dockerfile.js'

export type Built = { readonly root: string; readonly environment: Readonly<Record<string, string>> }

/**
 * Carries out the steps of a Dockerfile in folders under `place`, without a container engine. Absolute paths lead into the
 * folder of the stage; the programs of this machine stand in for those of the base image.
 */
export const buildWithoutDocker = (stages: readonly Stage[], place: string, say: (line: string) => void): Built => {
  const built = new Map<string, Built>()
  for (const stage of stages) built.set(stage.name, buildStage(stage, join(place, stage.name), built, say))
  const last = built.get(stages.at(-1)?.name ?? '')
  if (last === undefined) throw new Error('The Dockerfile has no stage.')
  return last
}

const buildStage = (
  { name, instructions }: Stage,
  root: string,
  others: ReadonlyMap<string, Built>,
  say: (line: string) => void,
): Built => {
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true })
  const environment: Record<string, string> = {}
  let folder = root
  for (const instruction of instructions) {
    const { text } = instruction
    if (instruction.name === 'WORKDIR') {
      folder = rooted(text, root)
      mkdirSync(folder, { recursive: true })
    } else if (instruction.name === 'ENV') {
      for (const [, key = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g)) environment[key] = rooted(value, root)
    } else if (instruction.name === 'COPY') copy(instruction, root, folder, others)
    else if (instruction.name === 'RUN') {
      say(`${name}: ${text}`)
      run(rooted(text, root), folder, environment)
    }
  }
  return { root, environment }
}

/** `/app` means the folder that stands for it. */
export const rooted = (text: string, root: string): string => text.replaceAll(/(?<=^|\s)\/(?=[a-z])/g, `${root}/`)

const copy = ({ flags, text }: Instruction, root: string, folder: string, others: ReadonlyMap<string, Built>): void => {
  const words = text.split(/\s+/)
  const from = flags.get('from')
  const target = resolve(folder, rooted(words.at(-1) ?? '', root))
  if (from === undefined) {
    if (text !== '. .') throw new Error(`COPY ${text} is not understood here: the context is copied whole.`)
    copyContext(target)
  } else
    for (const word of words.slice(0, -1))
      cpSync(join(others.get(from)?.root ?? '', word), target, { recursive: true, verbatimSymlinks: true })
}

const run = (script: string, cwd: string, environment: Readonly<Record<string, string>>): void => {
  // Remove variables that npm and pnpm set for this repository.
  const own = Object.entries(process.env).filter(([name]) => !/^(npm|pnpm)_/i.test(name))
  const env = { ...Object.fromEntries(own), ...environment }
  const { status } = spawnSync('sh', ['-euc', script], { cwd, stdio: ['ignore', 'ignore', 'inherit'], env })
  if (status !== 0) throw new Error(`The step ended with ${status}: ${script}`)
}

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
