export type Bytes = Uint8Array<ArrayBuffer>

export const encode = (text: string): Bytes => new TextEncoder().encode(text)

export function joined(prefix: string, body: Bytes): Bytes {
  const head = encode(prefix)
  const bytes = new Uint8Array(head.length + body.length)
  bytes.set(head)
  bytes.set(body, head.length)
  return bytes
}

export const sign = async (key: Bytes, content: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.sign('HMAC', await hmacKey(key, 'sign'), content))

/** Compares in constant time, as the platform does. */
export const isSignature = async (signature: Bytes, key: Bytes, content: Bytes): Promise<boolean> =>
  crypto.subtle.verify('HMAC', await hmacKey(key, 'verify'), signature, content)

const hmacKey = (key: Bytes, use: 'sign' | 'verify') =>
  crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [use])

export const writeHex = (bytes: Bytes): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

export const readHex = (text: string): Bytes | null =>
  /^(?:[0-9a-f]{2})+$/.test(text) ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)) : null

export const writeBase64 = (bytes: Bytes): string => btoa(String.fromCharCode(...bytes))

export function readBase64(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}
