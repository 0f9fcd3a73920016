import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

export const readText = (path: string): string => readFileSync(join(root, path), 'utf8')

export const productFiles = (folder: string): readonly string[] =>
  sourceFiles(folder).filter((path) => !isForTests(path))

export const sourceFiles = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !/(^|\/)(node_modules|dist|\.types)\//.test(path))

export const isForTests = (path: string): boolean =>
  /\.(test|prop\.test|test-d|contract|bench)\.tsx?$/.test(path) || /\/testing(\/|\.ts$)/.test(path)

export const importsOf = (path: string): readonly string[] =>
  ts
    .preProcessFile(readText(path), true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .map((name) =>
      name.startsWith('.')
        ? normalize(join(dirname(path), name))
            .split(sep)
            .join('/')
        : name,
    )
    .map((name) => name.replace(/\.js$/, '.ts'))

/** Packages of which a file imports more than types. */
export const packagesNeededBy = (path: string): readonly string[] =>
  ts
    .createSourceFile(path, readText(path), ts.ScriptTarget.Latest)
    .statements.filter((one) => ts.isImportDeclaration(one) || ts.isExportDeclaration(one))
    .filter((one) => !(ts.isImportDeclaration(one) ? one.importClause?.isTypeOnly === true : one.isTypeOnly))
    .flatMap(({ moduleSpecifier: name }) => (name !== undefined && ts.isStringLiteral(name) ? [name.text] : []))
    .filter((name) => !name.startsWith('.'))

/** Parts of a drawing, each with the parts it may import, in the order of the lines. */
export type Drawing = ReadonlyMap<string, readonly string[]>

/** The block of lines with arrows that follows a heading of ARCHITECTURE.md. A line without an arrow goes on the one above. */
export const readDrawing = (heading: string): Drawing => {
  const [, chapter = ''] = readText('ARCHITECTURE.md').split(`\n## ${heading}\n`)
  const [, block = ''] = /```\n([\s\S]*?)```/.exec(chapter) ?? []
  return new Map(
    [...block.matchAll(/^(\S+) *→((?:[^→\n]|\n +)*)$/gm)].map(([, from = '', to = '']) => [
      from,
      to.match(/\S+/g) ?? [],
    ]),
  )
}

export type Edge = { readonly from: string; readonly to: string; readonly file: string }

export const edgesBetween = (files: readonly string[], partOf: (target: string) => string | null): readonly Edge[] =>
  files.flatMap((file) => {
    const from = partOf(file)
    return importsOf(file).flatMap((target) => {
      const to = partOf(target)
      return from === null || to === null || from === to ? [] : [{ from, to, file }]
    })
  })

export const undrawn = (edges: readonly Edge[], drawing: Drawing): readonly string[] =>
  edges
    .filter(({ from, to }) => drawing.get(from)?.includes(to) !== true)
    .map(({ from, to, file }) => `${from} → ${to}: ${file}`)

export const unused = (edges: readonly Edge[], drawing: Drawing): readonly string[] => {
  const used = new Set(edges.map(({ from, to }) => `${from} → ${to}`))
  return arrowsOf(drawing).filter((arrow) => !used.has(arrow))
}

/** Arrows that lead up: a part stands below all that import it, so that none can go round in a circle. */
export const upward = (drawing: Drawing): readonly string[] => {
  const floors = [...drawing.keys()]
  return [...drawing].flatMap(([from, targets]) =>
    targets.filter((to) => floors.indexOf(to) <= floors.indexOf(from)).map((to) => `${from} → ${to}`),
  )
}

const arrowsOf = (drawing: Drawing): readonly string[] =>
  [...drawing].flatMap(([from, targets]) => targets.map((to) => `${from} → ${to}`))
