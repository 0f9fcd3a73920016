export function hasContactText(text: string): boolean {
  if (text === '') return false
  const short = text.slice(0, maxLength).toLowerCase()
  const plain = undisguised.test(short) ? short : short.normalize('NFKD').replace(invisible, '').toLowerCase()
  return link.test(plain) || handle.test(plain) || phone.test(plain) || invites(plain)
}

/** No exchange allows longer remarks, so the rest would only cost time. */
const maxLength = 4000
/** Only European letters and ordinary punctuation: no compatibility forms, marks or invisible characters. */
const undisguised = /^[\0-\xac\xae-\u02af\u0370-\u0482\u048a-\u052f\u2010-\u2027\u20a0-\u20bf]*$/
const invisible = /[\p{M}\p{Cf}]+/gu

/** An ending that is a word of its own, as in "Okey.app", makes a link only with a path behind it. */
const link =
  /https?:\/\/|www\.|[a-z0-9]\.(?:com|net|org|io)(?![a-z0-9])|[a-z0-9]\.(?:me|app|link|info|xyz|site|online)\/|(?<![a-z0-9])(?:t|wa)\.me(?![a-z0-9])/
const handle = /(?<![a-z0-9._])@[a-z\u0370-\u052f][a-z0-9_\u0370-\u052f]{3,31}/
/** International with a plus, or national from a leading zero or eight; card numbers and limits look different. */
const phone = /(?<!\d)(?:\+\d{1,3}(?:[ ().-]{0,2}\d){7,12}|[08](?:[ ().-]{0,2}\d){9,10})(?!\d)/

const invitations = [
  ...['telegram', 'telegramm', 'телеграм', 'телеграмм', 'телега', 'телегу', 'телеге', 'телеграме', 'тг', 'tg', 'тгк'],
  ...[
    'whatsapp',
    'whatsap',
    'watsapp',
    'whatsup',
    'wsp',
    'ватсап',
    'ватсапп',
    'вотсап',
    'вацап',
    'viber',
    'вайбер',
    'вайбере',
  ],
  ...['wechat', 'weixin', 'skype', 'скайп', 'discord', 'instagram', 'инстаграм', 'messenger', 'zalo', 'line id'],
  ...['write me', 'text me', 'contact me', 'message me', 'call me', 'dm me', 'pm me', 'off platform'],
  // Russian
  ...['пиши мне', 'пишите мне', 'напиши мне', 'напишите мне', 'в личку', 'в лс', 'звони', 'звоните', 'позвоните'],
  // Ukrainian
  ...['пиши мені', 'пишіть мені', 'напиши мені', 'напишіть мені', 'телефонуйте', 'дзвоніть', 'в особисті', 'у приват'],
  // Spanish
  ...['escribeme', 'escribame', 'escribanme', 'contactame', 'contacteme', 'llamame', 'llameme', 'al privado'],
  // Portuguese
  ...['me chama', 'me chame', 'me escreva', 'escreva me', 'fale comigo', 'me ligue', 'chama no zap', 'zap zap'],
  // Turkish
  ...['bana yaz', 'bana yazın', 'bana ulaş', 'bana ulaşın', 'beni ara', 'beni arayın', 'özelden yaz', 'özelden yazın'],
]

const twins = ['авсенкмортухіјѕԁԛԝαορτυνικεηωıɡl', 'abcehkmoptyxijsdqwaoptuvikenwigi'] as const

/** Char code → code of the Latin letter that it looks like without its accents, or its own; 0 between words. */
const letters = Uint16Array.from({ length: 0x530 }, (_, code) => {
  const [letter = ''] = String.fromCharCode(code).normalize('NFKD')
  return /[\p{L}\p{N}]/u.test(letter) ? (twins[1][twins[0].indexOf(letter)] ?? letter).charCodeAt(0) : 0
})

/** Figures and signs that stand for letters inside a word, as in "t3legr@m". */
const leet = ['01345678@$', 'oieasgtbas'] as const
const withoutLeet = letters.map((letter, code) => {
  const meant = leet[1][leet[0].indexOf(String.fromCharCode(code))]
  return meant === undefined ? letter : meant.charCodeAt(0)
})

/** Shorter words, such as "tg", are invitations only as they are written: "T G" may be initials. */
const shortestInParts = 4

type Step = { readonly next: Map<number, Step>; ends: 'as written' | 'in parts' | null }

const start: Step = { next: new Map(), ends: null }
for (const invitation of invitations) {
  const plain = invitation.normalize('NFKD').replace(invisible, '')
  let step = start
  for (let at = 0; at < plain.length; at += 1) {
    const letter = letters[plain.charCodeAt(at)] ?? 0
    if (letter === 0) continue
    const known = step.next.get(letter) ?? { next: new Map(), ends: null }
    step.next.set(letter, known)
    step = known
  }
  step.ends = plain.includes(' ') || plain.length >= shortestInParts ? 'in parts' : 'as written'
}

/** Returns true if words are an invitation, whole or joined from letters and parts ("т е л е г а", "ват сап"). */
function invites(plain: string): boolean {
  let before = 0
  for (let at = 0; at < plain.length; at += 1) {
    const letter = letterAt(plain, at)
    if (letter !== 0 && before === 0 && beginsInvitation(plain, at)) return true
    before = letter
  }
  return false
}

function beginsInvitation(plain: string, from: number): boolean {
  let step: Step | undefined = start
  let isAsWritten = true
  for (let at = from; at <= plain.length; at += 1) {
    const letter = letterAt(plain, at)
    if (letter === 0) {
      if (step.ends === 'in parts' || (step.ends === 'as written' && isAsWritten)) return true
      isAsWritten = false
      continue
    }
    if (letter !== letters[plain.charCodeAt(at)]) isAsWritten = false
    step = step.next.get(letter)
    if (step === undefined) return false
  }
  return false
}

/** An `@` or `$` is a letter between two of them. Never reads beyond the table: that alone would halve the speed. */
function letterAt(plain: string, at: number): number {
  const code = at < plain.length ? plain.charCodeAt(at) : 0
  if (code >= letters.length) return 0
  const isSign = code === 0x40 || code === 0x24
  if (isSign && (isBetweenWords(plain, at - 1) || isBetweenWords(plain, at + 1))) return 0
  return withoutLeet[code] ?? 0
}

function isBetweenWords(plain: string, at: number): boolean {
  const code = at >= 0 && at < plain.length ? plain.charCodeAt(at) : 0
  return code >= letters.length || letters[code] === 0
}
