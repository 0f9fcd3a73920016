import type { PriceRule } from '@p2p-rates/contract'
import { useServices } from '../../../services-context.js'

/** Action of a rule in the words of the desk's customers: they buy where the desk sells. */
export function CustomerAction({ rule }: { readonly rule: Pick<PriceRule, 'fiat' | 'side'> }) {
  const { t } = useServices()
  return (
    <span class="quiet small">
      {t('boards.row', { fiat: rule.fiat, deed: t(rule.side === 'SELL' ? 'boards.deed.SELL' : 'boards.deed.BUY') })}
    </span>
  )
}
