import { lexer, type Tokens } from 'marked'
import { anchorOf } from '../../../tools/guide/guide.js'
import { plainText } from './markdown-content.js'

export type Chapter = { readonly title: string; readonly anchor: string; readonly depth: number; readonly text: string }

/** The chapters of a page. What stands before the first has no title. */
export function splitIntoChapters(body: string): readonly Chapter[] {
  const chapters: Chapter[] = []
  let open: Chapter = { title: '', anchor: '', depth: 1, text: '' }
  for (const token of lexer(body)) {
    if (token.type === 'heading') {
      chapters.push(open)
      const title = plainText(token as Tokens.Heading)
      open = { title, anchor: anchorOf(title), depth: (token as Tokens.Heading).depth, text: '' }
    } else if (token.type !== 'code') open = { ...open, text: `${open.text} ${withoutMarks(token.raw)}`.trim() }
  }
  chapters.push(open)
  return chapters
}

const withoutMarks = (markdown: string): string =>
  markdown
    .replace(/<!--.*?-->/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[|\s:-]+$/gm, '')
    .replace(/[`*|#]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
