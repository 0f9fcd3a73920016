import type { Rule } from '@p2p-rates/contract'
import { useServices } from '../../../services.js'

/** What a board says of a rule. It speaks to the customers of the desk: where they buy, the desk sells. */
export function Deed({ rule }: { readonly rule: Pick<Rule, 'fiat' | 'side'> }) {
  const { say } = useServices().speech
  return (
    <span class="quiet small">
      {say('boards.row', {
        fiat: rule.fiat,
        deed: say(rule.side === 'SELL' ? 'boards.deed.SELL' : 'boards.deed.BUY'),
      })}
    </span>
  )
}

/** Why the words of a board are the other way round than those of its rules. */
export function DeedHint() {
  const { say } = useServices().speech
  return <p class="quiet small">{say('boards.deed.why')}</p>
}
