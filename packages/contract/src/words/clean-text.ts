/**
 * Untrusted text without terminal controls: escape sequences, control characters, characters that
 * reverse the direction of reading or hide. Line breaks and tabs become spaces.
 */
export function cleanText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  return text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(sequences, '')
    .replace(/[\t\n\v\f\r\x85\u2028\u2029]+/g, ' ')
    .replace(commanding, '')
}

/**
 * CSI and OSC with their parameters, so that no debris remains. An OSC ends where another one begins: without that the
 * time for a text of many beginnings would grow with the square of its length.
 */
const sequences =
  /(?:\x1b\[|\x9b)[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]|(?:\x1b\]|\x9d)[^\x07\x1b\x9c\x9d]*(?:\x07|\x1b\\|\x9c)/g

/**
 * C0, C1, direction marks and overrides, soft hyphen, invisible operators, tags. Joiners stay: emoji are made with
 * them.
 */
export const commanding =
  /[\x00-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu
