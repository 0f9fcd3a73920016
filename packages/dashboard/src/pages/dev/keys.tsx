import type { CreatedKey } from '@p2p-rates/contract'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { Answered } from '../../parts/answered.js'
import { Button } from '../../parts/button.js'
import { CodeSampleTabs } from '../../parts/code-sample-tabs.js'
import { ActionForm } from '../../parts/form.js'
import { lazyPart } from '../../parts/lazy-part.js'
import { LeaveGuard } from '../../parts/leave-guard.js'
import { SecretBox } from '../../parts/secret-box.js'
import { TextField } from '../../parts/text-field.js'
import { UntrustedTextInFull } from '../../parts/untrusted-text.js'
import { useAction } from '../../parts/use-action.js'
import { useUrlState } from '../../routes/use-url-state.js'
import { useServices } from '../../services-context.js'
import { DevFrame } from './dev-frame.js'
import { firstCallSamples } from './first-call-samples.js'
import { isLive, KeyCollection, mostLiveKeys } from './key-collection.js'
import { keysRoute } from './route.js'

export function Keys() {
  const { t } = useServices()
  const [view, choose] = useUrlState(keysRoute)
  const [version, setVersion] = useState(0)
  const [made, setMade] = useState<CreatedKey | null>(null)
  const query = useQuery('GET /keys', {}, { version })
  const { answer } = query
  const live = answer?.keys.filter(isLive).length ?? 0
  const canMake = answer !== null && live < mostLiveKeys && !view.new && made === null
  const create = <Button kind="main" icon="plus" word={t('keys.create')} onClick={() => choose({ new: true })} />

  function show(key: CreatedKey): void {
    setMade(key)
    setVersion(version + 1)
    choose({ new: false })
  }

  return (
    <DevFrame
      version={version}
      title={t('nav.keys')}
      note={answer && t('keys.in_use', { n: live, most: mostLiveKeys })}
      action={canMake && live > 0 && create}
    >
      {made !== null && <CreatedKeyPanel made={made} onDone={() => setMade(null)} />}
      {view.new && made === null && <NewKeyForm onMade={show} onLeave={() => choose({ new: false })} />}
      <Answered query={query} height="2.5rem" lines={3}>
        {({ keys }) =>
          (keys.length > 0 || !view.new) && (
            <KeyCollection keys={keys} create={create} onChange={() => setVersion(version + 1)} />
          )
        }
      </Answered>
      {live >= mostLiveKeys && <p class="quiet small">{t('keys.full', { most: mostLiveKeys })}</p>}
      <p class="faint small">{t('keys.hints')}</p>
    </DevFrame>
  )
}

type NewKeyProps = { readonly onMade: (key: CreatedKey) => void; readonly onLeave: () => void }

function NewKeyForm({ onMade, onLeave }: NewKeyProps) {
  const { api, t } = useServices()
  const [name, setName] = useState('')
  const make = useAction(async () => onMade(await api.request('POST /keys', { name: name.trim() })))
  return (
    <ActionForm
      class="panel stack"
      takesFocus
      action={make}
      verb={t('keys.create')}
      facts={{ field: t('keys.name') }}
      onSubmit={make.run}
      onCancel={onLeave}
    >
      <h2>{t('keys.new')}</h2>
      <TextField
        label={t('keys.name')}
        hint={t('keys.name.hint')}
        maxLength={64}
        required
        value={name}
        onType={setName}
      />
    </ActionForm>
  )
}

const FirstRequest = lazyPart(async () => (await import('../setup/first-request.js')).FirstRequest, ['account', 'dev'])

function CreatedKeyPanel({ made, onDone }: { readonly made: CreatedKey; readonly onDone: () => void }) {
  const { bootstrap, t, tRich } = useServices()
  const [isCopied, setCopied] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <section class="panel stack">
      {!isCopied && <LeaveGuard title={t('keys.uncopied')} sentence={t('keys.uncopied.why')} />}
      <h2 ref={heading} tabIndex={-1}>
        {tRich('keys.made', { name: <UntrustedTextInFull text={made.name ?? made.prefix} /> })}
      </h2>
      <p class="quiet">{t('keys.once')}</p>
      <SecretBox label={t('keys.key')} secret={made.key} onCopied={() => setCopied(true)} />
      <p class="faint small">{t('keys.lost')}</p>
      <CodeSampleTabs label={t('keys.call')} samples={firstCallSamples(made.key, location.origin, bootstrap.fiat)} />
      <FirstRequest prefix={made.prefix} onSeen={() => {}} />
      <p class="ways">
        <Button word={t(isCopied ? 'keys.done' : 'keys.done_uncopied')} onClick={onDone} />
      </p>
    </section>
  )
}
