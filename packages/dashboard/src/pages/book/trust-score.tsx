import { Icon } from '../../parts/icon.js'
import { useServices } from '../../services-context.js'
import type { AdWithTrust } from './ad-with-trust.js'

export function TrustScore({ ad }: { readonly ad: AdWithTrust }) {
  const { translator, numbers } = useServices()
  const score = numbers.difference(ad.score)
  return (
    <div class="judgement">
      <span class="verdict sign-and-word">
        <Icon name={ad.trusted ? 'yes' : 'no'} />
        {translator.t(ad.trusted ? 'trust.yes' : 'trust.no')}
      </span>
      <span class="score small">
        <svg viewBox="0 0 44 10" width={44} height={10} aria-hidden="true">
          <rect class="track" y="3" width="44" height="4" rx="2" />
          <rect class="full" y="3" width={44 * ad.score} height="4" rx="2" />
          <path d="M22 1v8" />
        </svg>
        <span aria-hidden="true">{score}</span>
        <span class="heard">{translator.t('book.score', { score })}</span>
      </span>
    </div>
  )
}
