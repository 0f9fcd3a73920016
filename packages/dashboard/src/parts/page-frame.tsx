import { useEffect } from 'preact/hooks'
import './status.css'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useShortcuts } from '../keys/use-shortcuts.js'
import type { Page } from '../pages/define-page.js'
import { navigationEntriesFor } from '../pages/navigation-entries.js'
import { useServices } from '../services-context.js'
import { languageNames, languages } from '../words/languages.js'
import { SimulatedBanner } from './banner.js'
import { lazyPart } from './lazy-part.js'
import { LiveBanner, LiveIndicator } from './live-indicator.js'
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
    { keys: 'p', word: 'keys.pause', act: () => (live.current.state.kind === 'paused' ? live.resume() : live.pause()) },
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

const themes = ['system', 'light', 'dark'] as const

function Footer({ onKeys }: { readonly onKeys: () => void }) {
  const { settings, bootstrap, t } = useServices()
  const [, draw] = useState({})
  const theme = themes.find((one) => one === settings.get('theme')) ?? 'system'
  const announces = settings.get('announce') === 'on'

  function nextTheme(): void {
    settings.set('theme', themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system')
    dispatchEvent(new Event('p2p-theme'))
    draw({})
  }

  function toggleAnnouncements(): void {
    settings.set('announce', announces ? 'off' : 'on')
    draw({})
  }

  return (
    <footer class="foot">
      <div class="container">
        <p>{t('foot.disclaimer')}</p>
        <ul class="not-printed">
          <li>
            <button type="button" class="link" onClick={nextTheme}>
              {t('foot.theme', { theme: t(`foot.theme.${theme}`) })}
            </button>
          </li>
          <li>
            <button type="button" class="link" onClick={toggleAnnouncements}>
              {t('foot.speech', { state: t(announces ? 'foot.on' : 'foot.off') })}
            </button>
          </li>
          <li>
            <button type="button" class="link" onClick={onKeys}>
              {t('foot.keys')}
            </button>
          </li>
          <li>{t('foot.version', { version: bootstrap.version })}</li>
        </ul>
      </div>
    </footer>
  )
}

/** The one place of a page that speaks by itself. */
function LiveRegionOutput() {
  const { liveRegion } = useServices()
  const [, draw] = useState({})
  useEffect(() => liveRegion.subscribe(() => draw({})), [liveRegion])
  return (
    <p role="status" class={liveRegion.isToast ? 'toast' : 'heard'}>
      {liveRegion.message}
    </p>
  )
}

function LogInLink({ class: className }: { readonly class?: string }) {
  const { router, translator } = useServices()
  const { pathname, search } = router.url
  const address =
    pathname === '/' || pathname === '/login' ? '/login' : `/login?next=${encodeURIComponent(pathname + search)}`
  return (
    <a class={className} href={address}>
      {translator.t('nav.login')}
    </a>
  )
}
