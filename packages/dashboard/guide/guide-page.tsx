import { render } from 'preact-render-to-string'
import type { Page } from '../../../tools/guide/guide.js'
import { addressOf, linkResolver } from '../../../tools/guide/links.js'
import { GuideFrame } from './guide-frame.js'
import { GuideNav, listedFor, Neighbours, OnThisPage } from './guide-nav.js'
import { MarkdownContent } from './markdown-content.js'
import { splitIntoChapters } from './split-into-chapters.js'
import { guideWords } from './words.js'

export type Assets = {
  readonly theme: string
  readonly script: string
  readonly imports: readonly string[]
  readonly styles: readonly string[]
  readonly icon: string
}

export type Guide = { readonly pages: readonly Page[]; readonly assets: Assets; readonly version: string }

export function guidePage(page: Page, { pages, assets, version }: Guide): string {
  const words = guideWords[page.language]
  const leadTo = linkResolver(page, pages)
  const listed = listedFor(page.language, pages)
  const translation = pages.find(({ slug, language }) => slug === page.slug && language !== page.language)
  const document = (
    <html lang={page.language}>
      <head>
        <meta charset="utf-8" />
        <script src={assets.theme} />
        <title>{`${page.title} · p2p-rates`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content={page.summary} />
        <link rel="icon" href={assets.icon} type="image/svg+xml" />
        {assets.styles.map((styles) => (
          <link key={styles} rel="stylesheet" href={styles} />
        ))}
        <link rel="alternate" type="text/markdown" href={`${addressOf(page)}.md`} />
        {translation !== undefined && (
          <link rel="alternate" hreflang={translation.language} href={addressOf(translation)} />
        )}
        {assets.imports.map((path) => (
          <link key={path} rel="modulepreload" href={path} />
        ))}
        <script type="module" src={assets.script} />
      </head>
      <body>
        <GuideFrame
          language={page.language}
          translation={translation === undefined ? null : addressOf(translation)}
          version={version}
        >
          <GuideNav page={page} listed={listed} />
          <article class="prose">
            <h1>{page.title}</h1>
            {page.body.trim() === '' && <p>{page.summary}</p>}
            <MarkdownContent body={page.body} leadTo={leadTo} words={words} isTried />
            <MarkdownContent body={page.further} leadTo={leadTo} words={words} isTried={false} />
            <Neighbours page={page} listed={listed} />
          </article>
          <OnThisPage page={page} chapters={splitIntoChapters(`${page.body}\n${page.further}`)} />
        </GuideFrame>
      </body>
    </html>
  )
  return `<!doctype html>${render(document)}`
}
