import { useId, useState } from 'preact/hooks'
import { useServices } from '../services-context.js'
import { useCopy } from './use-copy.js'
import './code-box.css'

export type Sample = { readonly name: string; readonly code: string }

export function CodeSampleTabs({ label, samples }: { readonly label: string; readonly samples: readonly Sample[] }) {
  const { translator } = useServices()
  const copy = useCopy()
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const shown = samples[chosen] ?? samples[0]
  if (shown === undefined) return null

  function onKey(event: KeyboardEvent): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const next = (chosen + step + samples.length) % samples.length
    setChosen(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }

  return (
    <figure class="code-box">
      <figcaption>
        {samples.length > 1 ? (
          <div role="tablist" aria-label={label}>
            {samples.map(({ name }, at) => (
              <button
                key={name}
                type="button"
                role="tab"
                id={`${id}-${at}`}
                aria-selected={at === chosen}
                aria-controls={`${id}-code`}
                tabIndex={at === chosen ? 0 : -1}
                onClick={() => setChosen(at)}
                onKeyDown={onKey}
              >
                {name}
              </button>
            ))}
          </div>
        ) : (
          <span class="faint">{shown.name}</span>
        )}
        <button type="button" class="link" onClick={() => copy(shown.code)}>
          {translator.t('act.copy')}
        </button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keys */}
      <section id={`${id}-code`} aria-label={label} tabIndex={0}>
        <pre>
          <code>{shown.code}</code>
        </pre>
      </section>
    </figure>
  )
}
