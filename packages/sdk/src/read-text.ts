import { malformed } from './read-answer.js'

/** About ten times the longest answer of the service. */
const maxAnswerBytes = 20_000_000

/** The body as text. Throws if it is too long: it might never end. */
export async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  // Some platforms have fetch without streams.
  if (reader === undefined) return response.text()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.length
    if (bytes > maxAnswerBytes) throw malformed(response, 'has no end')
    text += decoder.decode(value, { stream: true })
  }
}
