/** Names come from strangers: on a terminal they must not move the cursor, forge lines or turn text round. */
export const stripControlChars = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
