import { useRef } from 'preact/hooks'
import { useServices } from '../services-context.js'
import { Icon } from './icon.js'
import { useCopy } from './use-copy.js'
import './share.css'

export function ShareMenu({ text }: { readonly text: string | null }) {
  const { t } = useServices()
  const copy = useCopy()
  const menu = useRef<HTMLDetailsElement>(null)

  function copyAndClose(what: string, holdsPrices: boolean): void {
    menu.current?.removeAttribute('open')
    menu.current?.querySelector('summary')?.focus()
    void copy(what, holdsPrices)
  }

  return (
    <details
      class="share bare-summary not-printed"
      ref={menu}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        menu.current?.removeAttribute('open')
        menu.current?.querySelector('summary')?.focus()
      }}
    >
      <summary class="button small quiet">
        <Icon name="share" />
        {t('share.title')}
      </summary>
      <ul class="pop-up">
        <li>
          <button type="button" onClick={() => copyAndClose(location.href, false)}>
            {t('share.link')}
          </button>
        </li>
        {text !== null && (
          <li>
            <button type="button" onClick={() => copyAndClose(text, true)}>
              {t('share.text')}
            </button>
          </li>
        )}
      </ul>
    </details>
  )
}
