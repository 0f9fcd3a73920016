import ts from 'typescript'
import { readText } from './repo.js'

/** Words that hide the actor. `writing.md` and CONTRIBUTING say how to replace them. */
const riddle =
  /\b(whoever|nobody|somebody|everybody|anybody|any more|anew|beside|whose it is|he|him|his|befell?|so (long|often|many|much|far|soon)(?! as)|as (far|long|many|often) as|(is|are|was|were|be|been) (told|said|heard)|what (is|are|was|were|has|have|had|it|they|came|comes)|who (is|are|was|were|has|have|had|does|did|asks?|reads?|comes?|came|waits?|knows?)|the others|no part of|dear)\b/i

/** First words that make a reader wait for the subject. */
const lateSubject = /^(what|who|whoever|where|whether|how|those|which|of|so|to)\b/i

export type Comment = { readonly path: string; readonly line: number; readonly text: string }

/** Every comment of a file, without its marks; directives to tools are left out. */
export function commentsOf(path: string): readonly Comment[] {
  const text = readText(path)
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found = new Map<number, Comment>()
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

function joined(comments: readonly Comment[]): readonly Comment[] {
  const all: Comment[] = []
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
