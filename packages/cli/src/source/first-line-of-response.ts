const maxBytes = 4_000

export async function firstLineOfResponse(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  const read: Uint8Array[] = []
  let bytes = 0
  try {
    while (reader !== undefined && bytes < maxBytes) {
      const { done, value } = await reader.read()
      if (done) break
      read.push(value)
      bytes += value.byteLength
    }
    await reader?.cancel()
  } catch {
    // The part that came before it broke off is used.
  }
  const text = Buffer.concat(read).subarray(0, maxBytes).toString('utf8').trim()
  return text.split('\n', 1)[0]?.slice(0, 200) ?? ''
}
