import { Failure } from './failure.js'
import { nearestWord } from './nearest-word.js'

/** An empty answer may mean a payment method that nobody has ever heard of: that is a mistake, not a quiet market. */
export async function checkMethod(method: string | undefined, isEmpty: boolean): Promise<void> {
  if (method === undefined || !isEmpty) return
  const { paymentMethods } = await import('@p2p-rates/core')
  const wanted = fold(method)
  const spellings = paymentMethods.flatMap(({ id, name, aliases }) =>
    [id, name, ...aliases].map((word) => [word, id] as const),
  )
  if (spellings.some(([word]) => fold(word).includes(wanted))) return
  const near = nearestWord(
    wanted,
    spellings.map(([word]) => word),
  )
  const id = spellings.find(([word]) => word === near)?.[1]
  throw new Failure(
    'usage',
    `No ad and no known payment method has ${method} in its name.`,
    id === undefined ? `p2p payment-methods --search ${method.slice(0, 3)} looks for it.` : `Did you mean ${id}?`,
  )
}

const fold = (text: string): string => text.trim().normalize('NFKC').toLowerCase()
