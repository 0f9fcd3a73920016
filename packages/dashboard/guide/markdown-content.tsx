import type { Token, Tokens } from 'marked'
import type { ComponentChild } from 'preact'
import { anchorOf } from '../../../tools/guide/guide.js'
import type { ResolveLink } from '../../../tools/guide/links.js'
import { piecesOf } from '../../../tools/guide/samples.js'
import { CodeSamples } from './code-samples.js'
import type { GuideWords } from './words.js'

export type MarkdownContentProps = {
  readonly body: string
  readonly leadTo: ResolveLink
  readonly words: GuideWords
  /** False if no test runs its samples. */
  readonly isTried: boolean
}

/** Code that may be broken where there is no room: nothing that is read as one word. */
const longCode = 36

/** Markdown as a page. Everything in it is text: what looks like HTML is shown, never obeyed. */
export function MarkdownContent({ body, leadTo, words, isTried }: MarkdownContentProps) {
  const inline = (tokens: readonly Token[] | undefined): ComponentChild[] =>
    (tokens ?? []).map((token) => inlineOf(token as InlineToken))

  function inlineOf(token: InlineToken): ComponentChild {
    switch (token.type) {
      case 'strong':
        return <strong>{inline(token.tokens)}</strong>
      case 'em':
        return <em>{inline(token.tokens)}</em>
      case 'codespan':
        return <code class={token.text.length > longCode ? 'long-code' : undefined}>{token.text}</code>
      case 'link': {
        const address = leadTo(token.href)
        return address === null ? inline(token.tokens) : <a href={address}>{inline(token.tokens)}</a>
      }
      case 'br':
        return <br />
      case 'html':
        return token.text.startsWith('<!--') ? null : token.text
      default:
        return token.tokens === undefined ? token.text : inline(token.tokens)
    }
  }

  function blockOf(token: Token): ComponentChild {
    switch (token.type) {
      case 'heading':
        return <Heading token={token as Tokens.Heading} words={words} content={inline(token.tokens)} />
      case 'list':
        return <List token={token as Tokens.List} content={(item) => item.tokens.map(blockOf)} />
      case 'table':
        return <Table token={token as Tokens.Table} content={({ tokens }) => inline(tokens)} />
      case 'paragraph':
        return <p>{inline(token.tokens)}</p>
      case 'text':
        return inline(token.tokens ?? [token])
      case 'html':
        return token.raw.trimStart().startsWith('<!--') ? null : <p>{token.raw}</p>
      default:
        return null
    }
  }

  return (
    <>
      {piecesOf(body).map((piece) =>
        'group' in piece ? <CodeSamples group={piece.group} words={words} isTried={isTried} /> : blockOf(piece.token),
      )}
    </>
  )
}

type InlineToken = {
  readonly type: string
  readonly text: string
  readonly href: string
  readonly tokens?: readonly Token[]
}

type HeadingProps = { readonly token: Tokens.Heading; readonly words: GuideWords; readonly content: ComponentChild[] }

function Heading({ token, words, content }: HeadingProps) {
  const Level = token.depth <= 2 ? 'h2' : token.depth === 3 ? 'h3' : 'h4'
  const id = anchorOf(plainText(token))
  return (
    <Level id={id}>
      {content}{' '}
      <a class="anchor" href={`#${id}`} aria-label={words.chapterLink.replace('{title}', plainText(token))}>
        #
      </a>
    </Level>
  )
}

type ListProps = { readonly token: Tokens.List; readonly content: (item: Tokens.ListItem) => ComponentChild }

function List({ token, content }: ListProps) {
  const Kind = token.ordered ? 'ol' : 'ul'
  // A list whose points begin with words in bold is read as paragraphs.
  const isOfParagraphs = !token.ordered && token.items.every(({ text }) => text.startsWith('**'))
  return (
    <Kind class={isOfParagraphs ? 'points' : undefined}>
      {token.items.map((item) => (
        <li>{content(item)}</li>
      ))}
    </Kind>
  )
}

type TableProps = { readonly token: Tokens.Table; readonly content: (cell: Tokens.TableCell) => ComponentChild }

/** Roles are written out, because a table that is drawn as blocks on a phone is none to some browsers. */
function Table({ token: { header, rows, align }, content }: TableProps) {
  const classOf = (column: number) => (align[column] === 'right' ? 'num' : undefined)
  const hasHeadings = header.some(({ text }) => text !== '')
  // On a phone a row's first cell is its title; a sentence at the end explains itself, as does the text of a pair.
  const isPair = header.length === 2 && classOf(1) === undefined
  const hasNoHeading = (column: number, { text }: Tokens.TableCell) =>
    column === 0 || isPair || (column === header.length - 1 && text.endsWith('.'))
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    // biome-ignore-start lint/a11y/useSemanticElements: see above
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keys
    <div class="table-box" tabIndex={0}>
      <table class="guide-table" role="table">
        {hasHeadings && (
          <thead role="rowgroup">
            <tr role="row">
              {header.map((cell, column) =>
                cell.text === '' ? (
                  <td role="cell" />
                ) : (
                  <th role="columnheader" class={classOf(column)}>
                    {content(cell)}
                  </th>
                ),
              )}
            </tr>
          </thead>
        )}
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr role="row">
              {row.map((cell, column) => (
                <td
                  role="cell"
                  class={classOf(column)}
                  data-heading={hasNoHeading(column, cell) ? undefined : header[column]?.text || undefined}
                >
                  {content(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    // biome-ignore-end lint/a11y/useSemanticElements: see above
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}

export const plainText = ({ text }: Pick<Tokens.Heading, 'text'>): string =>
  text.replace(/[`*]/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
