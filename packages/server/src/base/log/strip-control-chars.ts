/**
 * Replaces control characters in untrusted text. They could move the cursor, forge log lines or reverse text on a
 * terminal.
 */
export const stripControlChars = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
