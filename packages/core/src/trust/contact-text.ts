/** Whether a text tries to take the trade off the platform: a messenger, a handle, a phone, a link, "write me". */
export function hasContactText(text: string): boolean {
  if (text === '') return false
  const short = text.slice(0, maxLength).toLowerCase()
  const plain = undisguised.test(short) ? short : short.normalize('NFKD').replace(invisible, '').toLowerCase()
  return invites(plain) || link.test(plain) || handle.test(plain) || phone.test(plain)
}

/** No exchange allows longer remarks, so the rest would only cost time. */
const maxLength = 4000
/** Only European letters and ordinary punctuation: no compatibility forms, marks or invisible characters. */
const undisguised = /^[\0-\xac\xae-\u02af\u0370-\u0482\u048a-\u052f\u2010-\u2027\u20a0-\u20bf]*$/
const invisible = /[\p{M}\p{Cf}]+/gu

const link = /https?:\/\/|www\.|[a-z0-9]\.(?:com|net|org|io|me|app|link|info|xyz|site|online)(?![a-z0-9])/
const handle = /(?<![a-z0-9._])@[a-z\u0370-\u052f][a-z0-9_\u0370-\u052f]{3,31}/
/** International with a plus, or national from a leading zero or eight; card numbers and limits look different. */
const phone = /(?<!\d)(?:\+\d{1,3}(?:[ ().-]{0,2}\d){7,12}|[08](?:[ ().-]{0,2}\d){9,10})(?!\d)/

const invitations = [
  // messengers
  ...['telegram', 'telegramm', 'телеграм', 'телеграмм', 'телега', 'телегу', 'телеге', 'телеграме', 'тг', 'tg', 'тгк'],
  ...['whatsapp', 'whatsap', 'watsapp', 'whats app', 'wsp', 'ватсап', 'вотсап', 'вацап', 'viber', 'вайбер', 'вайбере'],
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

const twins = ['авсенкмортухіјѕԁԛԝαορτυνικεηωıɡ', 'abcehkmoptyxijsdqwaoptuvikenwig'] as const

/** Char code → code of the Latin letter it looks like without its accents, or its own; 0 between words. */
const letters = Uint16Array.from({ length: 0x530 }, (_, code) => {
  const [letter = ''] = String.fromCharCode(code).normalize('NFKD')
  return /[\p{L}\p{N}]/u.test(letter) ? (twins[1][twins[0].indexOf(letter)] ?? letter).charCodeAt(0) : 0
})

/**
 * Tells whether the text contains an invitation as whole words. Compares hashes of one, two and three words, since
 * this looks at every letter of every remark; two texts in four billion share one.
 */
function invites(plain: string): boolean {
  let beforeLast = 0
  let last = 0
  let word = 0
  for (let at = 0; at <= plain.length; at += 1) {
    const letter = letterAt(plain, at)
    if (letter !== 0) word = withNext(word, letter)
    else if (word !== 0) {
      const two = withNext(last, word)
      if (known.has(word) || known.has(two) || known.has(withNext(beforeLast, two))) return true
      beforeLast = last
      last = word
      word = 0
    }
  }
  return false
}

/** Never reads beyond the table: that alone would halve the speed. */
function letterAt(plain: string, at: number): number {
  const code = at < plain.length ? plain.charCodeAt(at) : 0
  return code < letters.length ? (letters[code] ?? 0) : 0
}

const withNext = (hash: number, next: number): number => (Math.imul(hash, 0x01000193) ^ next) | 0

function hashOf(invitation: string): number {
  const words = invitation.normalize('NFKD').replace(invisible, '').split(' ')
  const hashes = words.map((word) =>
    [...word].reduce((hash, letter) => withNext(hash, letters[letter.charCodeAt(0)] ?? 0), 0),
  )
  return hashes.reduceRight((after, hash) => withNext(hash, after))
}

const known: ReadonlySet<number> = new Set(invitations.map(hashOf))
