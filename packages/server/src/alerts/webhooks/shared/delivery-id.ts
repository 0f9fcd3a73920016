import { hash } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns the same id for a crossing on every server and every retry. */
export function deliveryIdOf(webhookId: string, version: number): string {
  let rest = BigInt(`0x${hash('sha256', `${webhookId} ${version}`)}`)
  let text = 'dl_'
  for (let digit = 0; digit < 22; digit++) {
    text += alphabet[Number(rest % 62n)]
    rest /= 62n
  }
  return text
}
