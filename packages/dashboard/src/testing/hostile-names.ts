const marks = '\u0300\u0301\u0302\u0303\u0489\u0353\u034e'
const seeds: readonly ((at: number) => string)[] = [
  (at) => `<script>window.pwned=${at}</script>`,
  (at) => `<img src=x onerror="window.pwned=${at}">`,
  (at) => `"><svg onload=window.pwned=${at}>`,
  (at) => `javascript:window.pwned=${at}`,
  (at) => `\u202e${at}exe.gnp\u202c`,
  (at) => `Z${marks.repeat(12)}algo${at}`,
  (at) => 'A'.repeat(200 + at),
  (at) => `\u0000\u001b[31m${at}\u0007\r\n\u2028new line`,
  (at) => `متجر الثقة ${at} 店铺`,
  (at) => `{{constructor.constructor('window.pwned=${at}')()}}`,
  (at) => `\ud800${at}\udfff`,
  (at) => `🏳️‍🌈\u{e0041}\u200b${'👩‍👩‍👧‍👦'.repeat(20)}${at}`,
  (at) => `W${'\u00a0'.repeat(80)}${at}`,
  (at) => `</bdi></td></table><style>*{position:fixed}</style>${at}`,
  (at) => `${'﷽'.repeat(30)}${at}`,
]

export const hostileNames = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => seeds[at % seeds.length]?.(at) ?? '')
