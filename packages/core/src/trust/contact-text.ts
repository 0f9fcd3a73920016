/** Whether a text tries to take the trade off the platform: a messenger, a handle, a phone, a link, "write me". */
export function hasContactText(text: string): boolean {
  if (text === '') return false
  const short = text.slice(0, maxLength).toLowerCase()
  const plain = undisguised.test(short) ? short : short.normalize('NFKD').replace(invisible, '').toLowerCase()
  return link.test(plain) || handle.test(plain) || phone.test(plain) || invites(wordsOf(plain))
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
  // messengers
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
  // English
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

/** Each character as the Latin letter that it looks like without its accents, or as itself; empty between words. */
const letters: readonly string[] = Array.from({ length: 0x530 }, (_, code) => {
  const [letter = ''] = String.fromCharCode(code).normalize('NFKD')
  return /[\p{L}\p{N}]/u.test(letter) ? (twins[1][twins[0].indexOf(letter)] ?? letter) : ''
})

/** Figures and signs that stand for letters inside a word, as in "t3legr@m". */
const leet = ['01345678@$', 'oieasgtbas'] as const

/** Shorter words, such as "tg", are invitations only as they are written: "T G" may be initials. */
const shortestInParts = 4

const known = invitations.map((invitation) => wordsOf(invitation.normalize('NFKD').replace(invisible, '')))
const asWritten = new Set(known.flatMap(([word = '', ...more]) => (more.length === 0 ? word : [])))
const joined = new Set(
  known.map((words) => words.join('')).filter((text) => text.length >= shortestInParts || !asWritten.has(text)),
)
/** Beginnings of the above, so that most words of a text cost one look-up. */
const beginnings = new Set([...joined].flatMap((text) => Array.from(text, (_, at) => text.slice(0, at + 1))))

/** Whether whole words, or their letters and parts joined ("т е л е г а", "ват сап"), make an invitation. */
function invites(words: readonly string[]): boolean {
  return words.some((word, from) => {
    if (asWritten.has(word)) return true
    let text = ''
    for (let at = from; at < words.length; at += 1) {
      text += withoutLeet(words[at] ?? '')
      if (joined.has(text)) return true
      if (!beginnings.has(text)) return false
    }
    return false
  })
}

const withoutLeet = (word: string): string =>
  /[0-9@$]/.test(word) ? word.replace(/[0-9@$]/g, (sign) => leet[1][leet[0].indexOf(sign)] ?? sign) : word

function wordsOf(plain: string): string[] {
  const words: string[] = []
  let word = ''
  for (let at = 0; at <= plain.length; at += 1) {
    const letter = letterAt(plain, at)
    if (letter !== '') word += letter
    else if (word !== '') {
      words.push(word)
      word = ''
    }
  }
  return words
}

/** A letter of the table, or an `@` or `$` that stands between two of them. */
function letterAt(plain: string, at: number): string {
  const letter = tableAt(plain, at)
  const sign = plain[at]
  if (letter !== '' || (sign !== '@' && sign !== '$')) return letter
  return tableAt(plain, at - 1) !== '' && tableAt(plain, at + 1) !== '' ? sign : ''
}

/** Never reads beyond the table: that alone would halve the speed. */
function tableAt(plain: string, at: number): string {
  const code = at >= 0 && at < plain.length ? plain.charCodeAt(at) : 0
  return code < letters.length ? (letters[code] ?? '') : ''
}
