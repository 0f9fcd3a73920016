import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useShortcuts } from '../keys/use-shortcuts.js'
import type { Page } from '../pages/define-page.js'
import { navigationEntriesFor } from '../pages/navigation-entries.js'
import { useServices } from '../services-context.js'
import { languageNames, languages } from '../words/languages.js'
import { SimulatedBanner } from './banner.js'
import { Footer } from './footer.js'
import { lazyPart } from './lazy-part.js'
import { LiveBanner, LiveIndicator } from './live-indicator.js'
import { LiveRegionOutput } from './live-region-output.js'
import { LogInLink } from './login-link.js'
import { BottomBar, TopBar } from './navigation-bars.js'
import './frame.css'

/** Visitors have none. */
const AccountMenu = lazyPart(async () => (await import('./account-menu.js')).AccountMenu)
const AccountLinks = lazyPart(async () => (await import('./account-menu.js')).AccountLinks)
/** Few readers open it. */
const ShortcutList = lazyPart(async () => (await import('./shortcut-list.js')).ShortcutList)

export function PageFrame({ page, children }: { readonly page: Page | null; readonly children: ComponentChildren }) {
  const { bootstrap, router, live, setLanguage, translator, t } = useServices()
  const [keyListOpen, setKeyListOpen] = useState(false)
  const entries = navigationEntriesFor(translator.lang, bootstrap.account !== null)
  const bar = { say: t, entries, currentOf: (one: Page | null) => currentOf(one, page) }
  const other = languages.find((language) => language !== translator.lang) ?? 'en'

  useShortcuts([
    ...entries.map(({ page: one, section, address }) => ({
      keys: `g ${section.key}`,
      word: section.keyGoes?.word ?? section.word,
      goes: true as const,
      act: () => (one === null ? location.assign(address) : router.navigate(section.keyGoes?.address ?? address)),
    })),
    {
      keys: 'p',
      word: 'keys.pause',
      act: () => (live.current.state.kind === 'paused' ? live.resume() : live.pause()),
    },
    { keys: '?', word: 'keys.list', act: () => setKeyListOpen(true) },
  ])

  return (
    <>
      {bootstrap.simulated && <SimulatedBanner word={t('sim.word')} sentence={t('sim.banner')} />}
      <TopBar {...bar}>
        <LiveIndicator />
        <button
          type="button"
          class="link language"
          lang={other}
          aria-label={`${other === 'uk' ? 'УК' : 'EN'}, ${languageNames[other]}`}
          onClick={() => setLanguage(other)}
        >
          {other === 'uk' ? 'УК' : 'EN'}
        </button>
        {bootstrap.account !== null ? (
          <AccountMenu page={page} />
        ) : (
          page?.hasSecret !== true && <LogInLink class="button small account-login" />
        )}
      </TopBar>
      <LiveBanner />
      <main id="content" class="container">
        {children}
      </main>
      <LiveRegionOutput />
      <Footer onKeys={() => setKeyListOpen(true)} />
      <BottomBar {...bar}>
        {bootstrap.account !== null && <AccountLinks page={page} />}
        {languages
          .filter((language) => language !== translator.lang)
          .map((language) => (
            <li key={language}>
              <button type="button" class="link" lang={language} onClick={() => setLanguage(language)}>
                {languageNames[language]}
              </button>
            </li>
          ))}
      </BottomBar>
      {keyListOpen && <ShortcutList onClose={() => setKeyListOpen(false)} />}
    </>
  )
}

function currentOf(one: Page | null, page: Page | null): 'page' | 'true' | undefined {
  if (one !== null && one === page) return 'page'
  return page?.within !== undefined && page.within === one?.section?.word ? 'true' : undefined
}
