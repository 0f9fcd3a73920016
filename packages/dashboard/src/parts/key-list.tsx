import { useState } from 'preact/hooks'
import { useServices } from '../services.js'
import { Dialog } from './dialog.js'

export function KeyList({ onClose }: { readonly onClose: () => void }) {
  const { speech, keys, settings } = useServices()
  const { t } = speech
  const [isOn, setOn] = useState(keys.isOn)

  function turn(on: boolean): void {
    keys.isOn = on
    settings.set('keys', on ? 'on' : 'off')
    setOn(on)
  }

  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl class="key-list">
        {keys.list().map(({ keys: typed, word, goes }) => (
          <div key={typed}>
            <dt>
              {typed.split(' ').map((key) => (
                <kbd key={key}>{key.toUpperCase()}</kbd>
              ))}
            </dt>
            <dd>{goes === true ? t('keys.go', { page: t(word) }) : t(word)}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>ESC</kbd>
          </dt>
          <dd>{t('keys.close')}</dd>
        </div>
      </dl>
      <p class="answers">
        <label class="check">
          <input type="checkbox" checked={isOn} onChange={(event) => turn(event.currentTarget.checked)} />
          {t('keys.on')}
        </label>
        <button type="button" class="button" onClick={onClose}>
          {t('act.close')}
        </button>
      </p>
    </Dialog>
  )
}
