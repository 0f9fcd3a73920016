import type { Language } from './language.js'

/** Content of a page before any script runs. Plain text, all of it untrusted. */
export type PageContent = {
  readonly language: Language
  readonly title: string
  readonly description: string | null
  readonly canonical: string | null
  readonly preview: Readonly<Record<string, string>>
  readonly chunks: readonly string[]
  readonly styles: readonly string[]
  readonly isPrivate: boolean
  readonly sentences: readonly string[]
  readonly first: string
}

type TemplateSlot = 'language' | 'title' | 'head' | 'styles' | 'first' | 'noscript'

const slots: readonly (readonly [mark: RegExp, slot: TemplateSlot])[] = [
  [/<html lang="[^"]*">/, 'language'],
  [/<title>[^<]*<\/title>/, 'title'],
  [/<!--head-->/, 'head'],
  [/<\/head>/, 'styles'],
  [/<!--first-->/, 'first'],
  [/<!--noscript-->/, 'noscript'],
]

/** Fills the template of the dashboard. All text is escaped here. */
export function createTemplateFiller(template: string): (content: PageContent) => string {
  const marks = new RegExp(`(${slots.map(([{ source }]) => source).join('|')})`)
  const parts = template.split(marks)
  const slotAt = parts.map((part) => slots.find(([mark]) => mark.test(part))?.[1] ?? null)
  const missing = slots.filter(([, slot]) => !slotAt.includes(slot))
  if (missing.length > 0)
    throw new Error(`the built page lacks a place for: ${missing.map(([, slot]) => slot).join(', ')}`)

  return (content) => {
    const filled = slotValuesOf(content)
    return parts
      .map((part, at) => {
        const slot = slotAt[at] ?? null
        return slot === null ? part : filled[slot]
      })
      .join('')
  }
}

const slotValuesOf = (content: PageContent): Readonly<Record<TemplateSlot, string>> => ({
  language: `<html lang="${content.language}">`,
  title: `<title>${escapeHtml(content.title)}</title>`,
  head: headOf(content).join('\n    '),
  // After the shared styles, which they may override.
  styles: `${content.styles.map((path) => `  <link rel="stylesheet" href="/${escapeHtml(path)}">\n  `).join('')}</head>`,
  first: `<script type="application/json" id="first">${escapeJson(content.first)}</script>`,
  noscript: content.sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join(''),
})

const headOf = ({ description, canonical, preview, chunks, isPrivate }: PageContent): readonly string[] => [
  ...(description === null ? [] : [`<meta name="description" content="${escapeHtml(description)}">`]),
  ...Object.entries(preview).map(
    ([property, text]) => `<meta property="${escapeHtml(property)}" content="${escapeHtml(text)}">`,
  ),
  ...(canonical === null ? [] : [`<link rel="canonical" href="${escapeHtml(canonical)}">`]),
  ...(isPrivate ? ['<meta name="robots" content="noindex">'] : []),
  ...chunks.map((chunk) => `<link rel="modulepreload" href="/${escapeHtml(chunk)}">`),
]

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes JSON for a script element, without changing its meaning. */
const escapeJson = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
