import { useState } from 'preact/hooks'
import { useServices } from '../services-context.js'

const themes = ['system', 'light', 'dark'] as const

export function Footer({ onKeys }: { readonly onKeys: () => void }) {
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
