import { useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from '../../parts/button.js'
import { SecretBox } from '../../parts/secret-box.js'
import { useServices } from '../../services-context.js'

type LinkMadeProps = {
  readonly title: string
  readonly sentence: string
  readonly link: string
  readonly onDone: () => void
}

export function CreatedLinkPanel({ title, sentence, link, onDone }: LinkMadeProps) {
  const { t } = useServices()
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [link])
  return (
    <section class="panel stack">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p class="quiet">{sentence}</p>
      <SecretBox label={title} secret={link} />
      <p>
        <Button word={t('keys.done')} onClick={onDone} />
      </p>
    </section>
  )
}
