import type { ComponentChildren } from 'preact'
import { type Language, type Page, sections } from '../../../tools/guide/guide.js'
import { addressOf } from '../../../tools/guide/links.js'
import { Icon } from '../src/parts/icon.js'
import type { Chapter } from './split-into-chapters.js'
import { type GuideWords, guideWords } from './words.js'

export type Listed = Pick<Page, 'slug' | 'language' | 'title' | 'section'>

/** The pages of a language, with the English ones that are not written in it. */
export const listedFor = (language: Language, guide: readonly Page[]): readonly Listed[] =>
  guide
    .filter((page) => page.language === 'en')
    .map(({ slug }) => slug)
    .flatMap((slug) => {
      const found = guide.filter((page) => page.slug === slug)
      return found.find((page) => page.language === language) ?? found.slice(0, 1)
    })

type GuideNavProps = { readonly page: Page; readonly listed: readonly Listed[] }

export function GuideNav({ page, listed }: GuideNavProps) {
  const words = guideWords[page.language]
  return (
    <>
      <div class="guide-side not-printed">
        <Search id="find" language={page.language} words={words} />
        <PageList page={page} listed={listed} words={words} />
      </div>
      <details class="guide-menu not-printed">
        <summary class="button">
          {words.sections[page.section]}: {page.title}
          <Icon name="down" />
        </summary>
        <Search id="find-in-menu" language={page.language} words={words} />
        <PageList page={page} listed={listed} words={words} />
      </details>
    </>
  )
}

function PageList({ page, listed, words }: GuideNavProps & { readonly words: GuideWords }) {
  return (
    <nav class="guide-list" aria-label={words.docs}>
      {sections.map((section) => (
        <section key={section}>
          <h2>{words.sections[section]}</h2>
          <ul>
            {listed
              .filter((one) => one.section === section)
              .map((one) => (
                <li key={one.slug}>
                  <PageLink to={one} from={page} words={words}>
                    {one.title}
                  </PageLink>
                </li>
              ))}
            {section === 'Reference' && (
              <li>
                <a href="/docs/openapi.json">{words.openapi}</a>
              </li>
            )}
          </ul>
        </section>
      ))}
    </nav>
  )
}

type PageLinkProps = {
  readonly to: Listed
  readonly from: Page
  readonly words: GuideWords
  readonly children: ComponentChildren
}

const PageLink = ({ to, from, words, children }: PageLinkProps) => (
  <a
    href={addressOf(to)}
    aria-current={to.slug === from.slug ? 'page' : undefined}
    hreflang={to.language === from.language ? undefined : to.language}
  >
    <span lang={to.language === from.language ? undefined : to.language}>{children}</span>
    {to.language !== from.language && <span class="faint"> ({words.inEnglish})</span>}
  </a>
)

type SearchProps = { readonly id: string; readonly language: Language; readonly words: GuideWords }

/** Load nothing until the user focuses it. */
const Search = ({ id, language, words }: SearchProps) => (
  <div class="guide-search" data-index={language === 'en' ? '/docs/search.json' : `/docs/${language}/search.json`}>
    <label>
      <Icon name="search" />
      <span class="heard">{words.search}</span>
      <input
        type="text"
        role="combobox"
        id={id}
        placeholder={words.search}
        autocomplete="off"
        spellcheck={false}
        aria-expanded="false"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
      />
      <span aria-hidden="true">
        <kbd>/</kbd>
      </span>
    </label>
    <div
      role="listbox"
      id={`${id}-list`}
      aria-label={words.search}
      hidden
      data-found={words.found}
      data-none={words.nothingFound}
    />
  </div>
)

export function OnThisPage({ page, chapters }: { readonly page: Page; readonly chapters: readonly Chapter[] }) {
  const words = guideWords[page.language]
  return (
    <nav class="guide-chapters guide-list not-printed" aria-label={words.onThisPage}>
      <h2>{words.onThisPage}</h2>
      <ul>
        {chapters
          .filter(({ depth }) => depth === 2)
          .map(({ title, anchor }) => (
            <li key={anchor}>
              <a href={`#${anchor}`}>{title.replace(' /api/v1/', ' /')}</a>
            </li>
          ))}
      </ul>
      <p>
        <a href={`${addressOf(page)}.md`} type="text/markdown">
          {words.asMarkdown}
        </a>
      </p>
    </nav>
  )
}

export function Neighbours({ page, listed }: GuideNavProps) {
  const words = guideWords[page.language]
  const at = listed.findIndex(({ slug }) => slug === page.slug)
  const [before, next] = [listed[at - 1], listed[at + 1]]
  return (
    <nav class="neighbours not-printed" aria-label={`${words.before}, ${words.next}`}>
      {before !== undefined && (
        <p>
          <span class="faint">{words.before}</span>
          <PageLink to={before} from={page} words={words}>
            {before.title}
          </PageLink>
        </p>
      )}
      {next !== undefined && (
        <p class="next">
          <span class="faint">{words.next}</span>
          <PageLink to={next} from={page} words={words}>
            {next.title}
          </PageLink>
        </p>
      )}
    </nav>
  )
}
