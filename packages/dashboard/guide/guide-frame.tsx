import type { ComponentChildren } from 'preact'
import type { Language } from '../../../tools/guide/guide.js'
import type { Page } from '../src/pages/define-page.js'
import { guideStarts, navigationEntriesFor } from '../src/pages/navigation-entries.js'
import { KeyRows } from '../src/parts/key-rows.js'
import { BottomBar, TopBar } from '../src/parts/navigation-bars.js'
import type { Dictionary } from '../src/words/dictionary.js'
import { frame as english } from '../src/words/en/frame.js'
import { languageNames } from '../src/words/languages.js'
import { createTranslator, type Translator } from '../src/words/translator.js'
import { frame as ukrainian } from '../src/words/uk/frame.js'
import { guideWords } from './words.js'

/** Words of the group `frame`. If the frame uses a word of another group, the build fails. */
const speeches: Readonly<Record<Language, Translator>> = {
  en: createTranslator(english as Dictionary, 'en'),
  uk: createTranslator(ukrainian as Dictionary, 'uk'),
}

type GuideFrameProps = {
  readonly language: Language
  /** The same page in the other language; null if it exists in English only. */
  readonly translation: string | null
  readonly version: string
  readonly children: ComponentChildren
}

export function GuideFrame({ language, translation, version, children }: GuideFrameProps) {
  const { t } = speeches[language]
  const words = guideWords[language]
  const other: Language = language === 'en' ? 'uk' : 'en'
  const target = translation ?? guideStarts[other]
  const { onlyEnglish, pageInEnglish } = guideWords[other]
  const bar = { say: t, entries: entriesIn(language), currentOf: isGuide, hidesMembers: true }
  return (
    <>
      {/* A server whose exchanges never existed takes `hidden` away. */}
      <aside class="simulated" hidden aria-label={t('sim.word')}>
        <span>
          <b>{t('sim.word')}</b> {t('sim.banner')}
        </span>
      </aside>
      <TopBar {...bar}>
        <a
          class="link language"
          href={target}
          hreflang={other}
          lang={other}
          title={translation === null ? `${languageNames[other]}: ${pageInEnglish}` : languageNames[other]}
        >
          {other === 'uk' ? 'УК' : 'EN'}
          {translation === null && <span class="faint"> ({onlyEnglish})</span>}
        </a>
        <a class="button small to-login" href="/dev">
          {t('nav.login')}
        </a>
      </TopBar>
      <main id="content" class="container guide">
        {children}
      </main>
      <p class="heard" role="status" />
      <footer class="foot">
        <div class="container">
          <p>{t('foot.disclaimer')}</p>
          <ul class="not-printed">
            <li>
              <button
                type="button"
                class="link theme"
                data-words={JSON.stringify(words.themes)}
                data-word={t('foot.theme', { theme: '{theme}' })}
              >
                {t('foot.theme', { theme: words.themes.system })}
              </button>
            </li>
            <li>
              <button type="button" class="link keys">
                {t('foot.keys')}
              </button>
            </li>
            <li>{t('foot.version', { version })}</li>
          </ul>
        </div>
      </footer>
      <BottomBar {...bar}>
        <li>
          <a href={target} hreflang={other} lang={other}>
            {languageNames[other]}
            {translation === null && <span class="faint"> ({pageInEnglish})</span>}
          </a>
        </li>
      </BottomBar>
      <KeyList language={language} />
    </>
  )
}

/** All sections. Those that need an account are hidden until the page knows that the reader has one. */
const entriesIn = (language: Language) => navigationEntriesFor(language, true)

/** The entry without an application page is the guide itself. */
const isGuide = (page: Page | null) => (page === null ? 'true' : undefined)

function KeyList({ language }: { readonly language: Language }) {
  const { t } = speeches[language]
  const places = navigationEntriesFor(language, false).map(({ section }) => ({
    keys: ['G', section.key.toUpperCase()],
    word: t('keys.go', { page: t(section.word) }),
  }))
  const lines = [
    { keys: ['/'], word: guideWords[language].searchHint },
    ...places,
    { keys: ['?'], word: t('keys.list') },
    { keys: ['ESC'], word: t('keys.close') },
  ]
  return (
    <dialog class="key-dialog" aria-labelledby="keys-title">
      <h2 id="keys-title">{t('keys.title')}</h2>
      <KeyRows rows={lines} />
      <form method="dialog" class="answers">
        <label class="check">
          <input type="checkbox" checked />
          {t('keys.on')}
        </label>
        <button type="submit" class="button">
          {t('act.close')}
        </button>
      </form>
    </dialog>
  )
}
