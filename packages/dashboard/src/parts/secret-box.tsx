import { useState } from 'preact/hooks'
import { useServices } from '../services-context.js'
import { Icon } from './icon.js'
import { useCopy } from './use-copy.js'
import './secret-box.css'

type SecretBoxProps = { readonly label: string; readonly secret: string; readonly onCopied?: () => void }

export function SecretBox({ label, secret, onCopied }: SecretBoxProps) {
  const { t } = useServices()
  const copy = useCopy()
  const [isCopied, setCopied] = useState(false)

  function copied(): void {
    setCopied(true)
    onCopied?.()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div class="secret-box" role="group" aria-label={label}>
      <code onCopy={copied}>{secret}</code>
      <button
        type="button"
        class="button small main"
        onClick={async () => {
          if (await copy(secret)) copied()
        }}
      >
        {isCopied && <Icon name="yes" />}
        {t(isCopied ? 'act.copied' : 'act.copy')}
      </button>
    </div>
  )
}
