import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { replaceOnce } from '../../tools/replace-once.js'

/** The code as it stands, in one place of the file only, and what stands there instead: code that has moved fails loudly. */
export type Change = { readonly file: string; search: string; replacement: string }

/** Small changes that make the product worse. Tests that stay green over them prove nothing about these lines. */
export type Mutation = { readonly name: string; readonly tags: readonly string[]; readonly changes: Change[] }

/**
 * Reads a list of mutations: a line with the file that is changed; `* name: tags`; the code that is searched for, each of
 * its lines behind `- `, and behind `+ ` the code that replaces it.
 */
function readMutations(list: URL): readonly Mutation[] {
  const mutations: Mutation[] = []
  let [file, last] = ['', '']
  for (const line of readFileSync(list, 'utf8').split('\n')) {
    const mark = line[0] ?? ''
    const text = line.slice(2)
    const changes = mutations.at(-1)?.changes ?? []
    const change = changes.at(-1)
    if (mark === '*') {
      const colon = text.lastIndexOf(': ')
      mutations.push({ name: text.slice(0, colon), tags: text.slice(colon + 2).split(' '), changes: [] })
    } else if (mark === '-' && last === '-' && change !== undefined) change.search += `\n${text}`
    else if (mark === '-') changes.push({ file, search: text, replacement: '' })
    else if (mark === '+' && change !== undefined) change.replacement += last === '+' ? `\n${text}` : text
    else if (mark !== '') file = line
    last = mark
  }
  return mutations
}

/** Changes a file of a copy. */
export function applyChange(root: string, { file, search, replacement }: Change): void {
  const code = replaceOnce(readFileSync(join(root, file), 'utf8'), search, replacement)
  // Code that does not parse is killed by every test, and shows nothing.
  const { diagnostics = [] } = ts.transpileModule(code, {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
  })
  if (diagnostics.length > 0) throw new Error(`the mutation of ${file} does not parse`)
  writeFileSync(join(root, file), code)
}

export const mutations = readMutations(new URL('./mutations.txt', import.meta.url))

/** The only tag of each is the step of the proof `replicas` that must notice. */
export const clusterMutations = readMutations(new URL('../replicas/mutations.txt', import.meta.url))

/** Test files that must notice, quickest first: next to the file, or by their path in its package. */
export function testsOf({ changes, tags }: Mutation): readonly string[] {
  const { file } = changes[0] ?? { file: '' }
  const sources = /^packages\/\w+\/src/.exec(file)?.[0] ?? ''
  return tags.map((name) => `${join(name.startsWith('./') ? dirname(file) : sources, name)}.test.ts`)
}
