import { coreLists } from '../listed/core-lists.js'

/** Parameters about the user by name, as this browser keeps them: `my_orders=12&my_exchanges=binance,bybit`. */
export const readAboutMe = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(text))

/** The question with the parameters about the user. `my_exchanges` does not apply to a question that names exchanges. */
export function withAboutMe(path: string, question: object, text: string): object {
  if (text === '' || !coreLists.callerPaths.includes(path)) return question
  const { my_exchanges, ...rest } = readAboutMe(text)
  const { exchange = 'all' } = question as { readonly exchange?: unknown }
  return { ...rest, ...(exchange === 'all' && { my_exchanges }), ...question }
}
