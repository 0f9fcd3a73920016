import type { ComponentChildren } from 'preact'
import type { Page } from '../pages/define-page.js'
import type { NavigationEntry } from '../pages/navigation-entries.js'
import type { Translator } from '../words/translator.js'
import { Icon } from './icon.js'

type BarProps = {
  readonly say: Translator['t']
  readonly entries: readonly NavigationEntry[]
  /** Value of `aria-current`: `page` for the current page, `true` for the page that it belongs to. */
  readonly currentOf: (page: Page | null) => 'page' | 'true' | undefined
  /** Hides what needs an account, until a script shows it. */
  readonly hidesMembers?: boolean
  readonly children: ComponentChildren
}

const hiddenFor = (page: Page | null, hidesMembers: boolean) =>
  hidesMembers && page?.needsAccount === true ? { class: 'for-members', hidden: true } : {}

export const TopBar = ({ say, entries, currentOf, hidesMembers = false, children }: BarProps) => (
  <>
    <a class="skip" href="#content">
      {say('nav.skip')}
    </a>
    <header class="top">
      <div class="container">
        <a class="brand" href="/">
          <Logo />
          p2p-rates
        </a>
        <nav class="sections" aria-label={say('nav.sections')}>
          {entries.map(({ page, section, address }) => (
            <a
              key={address}
              href={address}
              aria-current={currentOf(page)}
              data-key={section.key}
              {...hiddenFor(page, hidesMembers)}
            >
              {say(section.word)}
            </a>
          ))}
        </nav>
        <div class="corner">{children}</div>
      </div>
    </header>
  </>
)

export const BottomBar = ({ say, entries, currentOf, hidesMembers = false, children }: BarProps) => (
  <nav class="bottom" aria-label={say('nav.sections')}>
    {entries
      .filter(({ section }) => section.isUnderMore !== true)
      .map(({ page, section, address }) => (
        <a key={address} href={address} aria-current={currentOf(page)} {...hiddenFor(page, hidesMembers)}>
          <Icon name={section.icon} size={20} />
          {say(section.short ?? section.word)}
        </a>
      ))}
    <details class="more" name="more">
      <summary>
        <Icon name="more" size={20} />
        {say('nav.more')}
      </summary>
      <ul class="pop-up">
        {entries
          .filter(({ section }) => section.isUnderMore === true)
          .map(({ page, section, address }) => (
            <li key={address} {...hiddenFor(page, hidesMembers)}>
              <a href={address} aria-current={currentOf(page)}>
                {say(section.word)}
              </a>
            </li>
          ))}
        {children}
      </ul>
    </details>
  </nav>
)

const Logo = () => (
  <svg class="brandmark" viewBox="0 0 20 20" width={20} height={20} aria-hidden="true">
    <path class="buy" d="M2 6.5 7 3v10.5L2 17z" />
    <path class="sell" d="m8 6.5 4-2.9v8l-4 2.9z" />
    <path d="m13.5 6.5 4.5-3V10l-4.5 3z" />
  </svg>
)
