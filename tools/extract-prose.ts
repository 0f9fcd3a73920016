import ts from 'typescript'
import { readText } from './source-files-and-imports.js'

/** Words that hide the actor. `writing.md` and CONTRIBUTING say how to replace them. */
const riddle =
  /\b(whoever|nobody|somebody|everybody|anybody|any more|anew|beside|whose it is|he|him|his|befell?|so (long|often|many|much|soon)(?! as| (more|less|worse|better)\b)|as (far|many|often) as|(is|are|was|were|be|been) (told|said|heard)|what (is|are|was|were|has|have|had|it|they|came|comes)|(?<!\b(?!to|of|for|by|and|or|with|on|from|in|says|than|if)[a-z]+\s)who (is|are|was|were|has|have|had|does|did|asks?|reads?|comes?|came|waits?|knows?)|the others|no part of|dear)\b/i

/** First words that make a reader wait for the subject. */
const lateSubject = /^(what|who|whoever|where|whether|how|those|which|of|so|to)\b/i

export type Text = { readonly path: string; readonly line: number; readonly text: string }

/** Every comment of a file, without its marks; directives to tools are left out. */
export function commentsOf(path: string): readonly Text[] {
  const text = readText(path)
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found = new Map<number, Text>()
  const add = ({ pos, end }: ts.CommentRange): void => {
    const words = text
      .slice(pos, end)
      .replace(/^\/\*\*?|\*\/$|^\/\//g, '')
      .replace(/^\s*\* ?/gm, '')
      .trim()
    if (words === '' || /^(biome-ignore|@ts-|#|eslint|\/\s*<)/.test(words)) return
    found.set(pos, { path, line: source.getLineAndCharacterOfPosition(pos).line + 1, text: words })
  }
  const visit = (node: ts.Node): void => {
    for (const range of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) add(range)
    for (const range of ts.getTrailingCommentRanges(text, node.getEnd()) ?? []) add(range)
    ts.forEachChild(node, visit)
  }
  visit(source)
  for (const range of ts.getLeadingCommentRanges(text, source.endOfFileToken.getFullStart()) ?? []) add(range)
  return joined([...found.values()].sort((a, b) => a.line - b.line))
}

function joined(comments: readonly Text[]): readonly Text[] {
  const all: Text[] = []
  for (const comment of comments) {
    const last = all.at(-1)
    const follows = last !== undefined && last.line + last.text.split('\n').length === comment.line
    if (follows && !comment.text.includes('\n'))
      all[all.length - 1] = { ...last, text: `${last.text}\n${comment.text}` }
    else all.push(comment)
  }
  return all
}

export const isRiddle = (text: string): boolean => riddle.test(text)
export const startsLate = (text: string): boolean => lateSubject.test(text)

const sourceOf = (path: string): ts.SourceFile =>
  ts.createSourceFile(path, readText(path), ts.ScriptTarget.Latest, true)

const textAt = (source: ts.SourceFile, node: ts.Node, text: string): Text => ({
  path: source.fileName,
  line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
  text,
})

/** Text of a literal. Values in a template become `…`, because they are not prose. */
function proseOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node)) return node.text
  if (!ts.isTemplateExpression(node)) return null
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
}

function everyNode(source: ts.SourceFile): readonly ts.Node[] {
  const all: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    all.push(node)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return all
}

/** A program in another language, such as SQL or Lua, has prose only in its comments. */
const withoutProgram = (text: string): string =>
  /^\s*(CREATE|ALTER|SELECT|INSERT|UPDATE|WITH|local) /m.test(text)
    ? [...text.matchAll(/-- (.*)/g)].map(([, comment = '']) => comment).join('\n')
    : text

/** Sentences in the string literals of a file: those with at least three words. */
export function sentencesOf(path: string): readonly Text[] {
  const source = sourceOf(path)
  return everyNode(source).flatMap((node) => {
    const text = withoutProgram(proseOf(node) ?? '')
    return text.trim().split(/\s+/).length < 3 ? [] : [textAt(source, node, text)]
  })
}

/** Titles of the tests of a file: first arguments of `test`, `it`, `describe` and of their variants. */
export function titlesOf(path: string): readonly Text[] {
  const source = sourceOf(path)
  return everyNode(source).flatMap((node) => {
    if (!ts.isCallExpression(node) || !/^(test|it|describe)\b/.test(node.expression.getText(source))) return []
    const [first] = node.arguments
    const text = first === undefined ? null : proseOf(first)
    return text === null ? [] : [textAt(source, node, text)]
  })
}

/** Lines of a document that are prose: without code, links' addresses and front matter marks. */
export const proseLines = (path: string): readonly Text[] => {
  let isCode = false
  return readText(path)
    .split('\n')
    .flatMap((line, at) => {
      if (/^\s*```/.test(line)) isCode = !isCode
      const text = line.replaceAll(/`[^`]*`/g, '…').replaceAll(/\]\([^)]*\)/g, ']')
      return isCode ? [] : [{ path, line: at + 1, text }]
    })
}
