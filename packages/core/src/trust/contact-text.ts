/** Whether a text tries to take the trade off the platform: a messenger, a handle, a phone, a link, "write me". */
export function hasContactText(text: string): boolean {
  if (text === '') return false
  const plain = fold(text)
  return isInvitation(plain.split(notAWord)) || link.test(plain) || handle.test(plain) || phone.test(plain)
}

/** No exchange allows longer remarks; what lies beyond would only cost time. */
const maxLength = 4000

/** One spelling for all disguises: compatibility forms, invisible characters, accents, Latin look-alikes of other scripts. */
function fold(text: string): string {
  const plain = text.slice(0, maxLength).normalize('NFKD').replace(invisible, '').toLowerCase()
  let latin = ''
  // Six times faster than replacing with a function, and this runs over every remark of every ad.
  for (let at = 0; at < plain.length; at += 1) latin += latinOf[plain.charCodeAt(at)] ?? plain[at]
  return latin
}

const invisible = /[\p{M}\p{Cf}]+/gu

const twins = ['авсенкмортухіјѕԁԛԝαορτυνικεηωıɡ', 'abcehkmoptyxijsdqwaoptuvikenwig'] as const
/** Char code → what it looks like; itself for all other characters of the European scripts. */
const latinOf = Array.from({ length: 0x530 }, (_, code) => {
  const letter = String.fromCharCode(code)
  return twins[1][twins[0].indexOf(letter)] ?? letter
})

/** Words of the scripts in which invitations are written. */
const notAWord = /[^a-z0-9\u0370-\u052f]+/

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

/** First word of an invitation → the words that may follow it; none for a single word. */
const continuations = new Map<string, string[][]>()
for (const invitation of invitations) {
  const [first = '', ...rest] = fold(invitation).split(' ')
  continuations.set(first, [...(continuations.get(first) ?? []), rest])
}

const isInvitation = (words: readonly string[]): boolean =>
  words.some((word, at) =>
    continuations.get(word)?.some((rest) => rest.every((next, step) => words[at + 1 + step] === next)),
  )

const link = /https?:\/\/|www\.|[a-z0-9]\.(?:com|net|org|io|me|app|link|info|xyz|site|online)(?![a-z0-9])/
const handle = /(?<![a-z0-9._])@[a-z][a-z0-9_]{3,31}(?![a-z0-9])/
/** International with a plus, or national from a leading zero or eight; card numbers and limits look different. */
const phone = /(?<!\d)(?:\+\d{1,3}(?:[ ().-]{0,2}\d){7,12}|[08](?:[ ().-]{0,2}\d){9,10})(?!\d)/
