import { sources } from '../../endpoints/service/sources.js'
import type { Source } from '../../generated/types.js'
import { cleanText } from '../../words/clean-text.js'
import { codeInWords } from '../../words/code-in-words.js'
import { en } from '../../words/en.js'
import { ageInWords } from '../data-age-in-words.js'
import { fiatArgument, type Tool } from '../tool.js'

export const checkSources: Tool = {
  name: 'check_sources',
  description:
    'Whether the prices of each exchange are used and why not, their age, ads and trusted ads. Call it when prices are missing, old or odd.',
  params: { fiat: fiatArgument },
  endpoints: [sources],
  run: async ({ fiat = 'UAH' }, ask) => {
    const { sources: all } = await ask(sources, { fiat })
    return [
      `Sources of ${all[0]?.fiat ?? fiat.toUpperCase()}; data older than 10 minutes are not used.`,
      ...(all.length === 0 ? ['No exchange is asked about this currency here.'] : all.map(sourceLine)),
    ]
  },
}

const longestReason = 160

function sourceLine({ exchange, state, reason, age_seconds: age, ads, trusted_ads: trusted }: Source): string {
  const why = reason === null ? '' : ` ${cleanText(reason).slice(0, longestReason)}`
  const seen = age === null ? 'never seen' : `seen ${ageInWords(age)}, ${ads} ads, ${trusted} trusted`
  return `${exchange}: ${codeInWords(en, 'source', state)}; ${seen}.${why}`
}
