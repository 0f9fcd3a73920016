import { trackRecord } from '../../endpoints/history/track-record.js'
import { sources } from '../../endpoints/service/sources.js'
import type { Source, TrackRecord, TrackShare } from '../../generated/types.js'
import { cleanText } from '../../words/clean-text.js'
import { codeInWords } from '../../words/code-in-words.js'
import { en } from '../../words/en.js'
import { ageInWords } from '../data-age-in-words.js'
import { fiatArgument, type Tool } from '../tool.js'

export const checkSources: Tool = {
  name: 'check_sources',
  description:
    'Whether prices of each exchange are used or why not, age, ads, trusted ads, how many best prices were still there later. Call it when prices are missing, old or odd.',
  params: { fiat: fiatArgument },
  endpoints: [sources, trackRecord],
  run: async ({ fiat = 'UAH' }, ask) => {
    const { sources: all } = await ask(sources, { fiat })
    // Without its history, the server still knows its sources.
    const record = await ask(trackRecord, { fiat }).catch(() => null)
    return [
      `Sources of ${all[0]?.fiat ?? fiat.toUpperCase()}; data older than 10 minutes are not used.`,
      ...(all.length === 0 ? ['No exchange is asked about this currency here.'] : all.map(sourceLine)),
      ...(record === null ? [] : [recordLine(record)]),
    ]
  },
}

const longestReason = 160

function sourceLine({ exchange, state, reason, age_seconds: age, ads, trusted_ads: trusted }: Source): string {
  const why = reason === null ? '' : ` ${cleanText(reason).slice(0, longestReason)}`
  const seen = age === null ? 'never seen' : `seen ${ageInWords(age)}, ${ads} ads, ${trusted} trusted`
  return `${exchange}: ${codeInWords(en, 'source', state)}; ${seen}.${why}`
}

const recordLine = ({ days, all }: TrackRecord): string =>
  [
    `Track record, last ${days} days: best prices still there at the next look ${shareText(all.next_look)}`,
    `after 15 minutes ${shareText(all.after_15_minutes)}, after 60 minutes ${shareText(all.after_60_minutes)}`,
    `bounds for 9 of 10 cases held ${shareText(all.interval)}`,
    `trusted ads that were bait ${shareText(all.trusted_bait)}.`,
  ].join('; ')

const shareText = ({ share_pct: share, cases }: TrackShare): string =>
  share === null ? `unknown (${cases} cases)` : `${share}% of ${cases}`
