import { type Page, sections } from '../../../tools/guide/guide.js'
import { addressOf, linkResolver } from '../../../tools/guide/links.js'

export function markdownPage(page: Page, guide: readonly Page[]): string {
  const leadTo = linkResolver(page, guide)
  const text = `${page.body}\n${page.further}`
    .replace(/^<!-- (begin|end) [\w-]+ -->\n\n?/gm, '')
    .replace(/^```(\w+)[^\n]*$/gm, '```$1')
    .replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, (_, words: string, target: string) => {
      const address = leadTo(target)
      return address === null ? words : `[${words}](${asMarkdown(address)})`
    })
  const lead = page.body.trim() === '' ? `${page.summary}\n\n` : ''
  return `# ${page.title}\n\n${lead}${text.trim()}\n`
}

const asMarkdown = (address: string): string => address.replace(/^(\/docs\/[\w/-]+)(#|$)/, '$1.md$2')

const heading = `# p2p-rates

> What USDT really costs on peer-to-peer exchanges: every ad judged, with reasons. A REST interface with a live stream and signed webhooks, a TypeScript SDK, a command line, a library, and a server to run yourself.

Send the key in \`X-API-Key\`. BUY and SELL are what the caller does: BUY takes sellers' ads. A price that nobody can vouch for is \`null\`, never 0.
`

/** The index for programs that read, as llmstxt.org describes it. */
export function llmsTxt(guide: readonly Page[]): string {
  const parts = sections.map((section) => {
    const pages = guide.filter((page) => page.language === 'en' && page.section === section)
    return `## ${section}\n\n${pages.map((page) => `- [${page.title}](${addressOf(page)}.md): ${page.summary}`).join('\n')}\n`
  })
  const more = `- [OpenAPI document](/docs/openapi.json): every endpoint, schema and error, for machines.
- [Everything in one file](/llms-full.txt)
`
  return `${[heading, ...parts].join('\n')}${more}`
}

/** All English pages in one file. The reference comes last, because it is the longest. */
export const llmsFullTxt = (guide: readonly Page[]): string =>
  [heading, ...guide.filter(({ language }) => language === 'en').map((page) => markdownPage(page, guide))].join(
    '\n---\n\n',
  )
