/** Names are somebody else's words: on a terminal they move no cursor, forge no line and turn no text round. */
export const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
