import type { AskedCaller } from '../endpoint/caller-inputs.js'
import { allExchanges } from '../endpoint/common-inputs.js'
import type { Arguments, CallEndpoint } from './tool.js'
import { sanitizeNickname } from './untrusted-text.js'

/**
 * Adds the profile of the connection to each question. Exchanges and methods that a question names replace those of the profile.
 * `line` names the parts of the profile that the answers depended on; null if none did.
 */
export function forProfile(ask: CallEndpoint, profile: AskedCaller) {
  const used = new Map<string, string>()
  const askFor: CallEndpoint = (endpoint, query) => {
    if (!Object.hasOwn(endpoint.query, 'my_orders')) return ask(endpoint, query)
    const { my_exchanges, my_methods, ...person } = profile
    const applied = {
      ...person,
      ...(namesExchange(query) ? {} : { my_exchanges }),
      ...(namesMethods(query) ? {} : { my_methods }),
    }
    const texts = Object.entries(applied).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]))
    for (const [name, text] of texts as [string, string][]) used.set(name, text)
    return ask(endpoint, { ...Object.fromEntries(texts), ...query })
  }
  return { ask: askFor, line: () => profileLine(used) }
}

const namesExchange = ({ exchange = allExchanges }: Arguments) => exchange !== allExchanges
const namesMethods = (query: Arguments) =>
  (query.payment_method ?? '') !== '' || ((query.from_method ?? '') !== '' && (query.to_method ?? '') !== '')

const mostMethods = 3

function profileLine(used: ReadonlyMap<string, string>): string | null {
  const methods = used.get('my_methods')?.split(',') ?? []
  const facts = [
    factOf(used.get('my_orders'), ' orders'),
    factOf(used.get('my_completion_pct'), '% completed'),
    factOf(used.get('my_account_days'), ' days'),
    ...(used.get('my_verified') === 'true' ? ['verified'] : []),
    factOf(used.get('my_exchanges')?.replaceAll(',', ', ')),
    ...methods.slice(0, mostMethods).map(sanitizeNickname),
    ...(methods.length > mostMethods ? [`${methods.length - mostMethods} more ways to pay`] : []),
  ].filter((fact) => fact !== null)
  return facts.length === 0 ? null : `Prices for you: ${facts.join(', ')} (your profile).`
}

const factOf = (value: string | undefined, unit = '') => (value === undefined ? null : value + unit)
