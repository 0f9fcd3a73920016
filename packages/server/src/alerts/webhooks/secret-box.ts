import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

export type SecretBox = ReturnType<typeof createSecretBox>

/** Keeps webhook secrets so that the data alone reveal none: AES-256-GCM, bound to the webhook they belong to. */
export function createSecretBox(masterKey: Buffer) {
  const open = (sealed: Uint8Array, webhookId: string): string => {
    const bytes = Buffer.from(sealed)
    const decipher = createDecipheriv('aes-256-gcm', masterKey, bytes.subarray(0, 12), { authTagLength: 16 })
      .setAAD(Buffer.from(webhookId))
      .setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  }
  return {
    seal: (secret: string, webhookId: string): Uint8Array => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(webhookId))
      const hidden = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden])
    },
    open,
    /** False if it was sealed with another master key or for another webhook. */
    canOpen: (sealed: Uint8Array, webhookId: string): boolean => {
      try {
        open(sealed, webhookId)
        return true
      } catch {
        return false
      }
    },
  }
}
