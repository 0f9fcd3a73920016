/** Whether a text tries to take the trade off the platform: a messenger, a handle, a phone, a link, "write me". */
export function hasContactText(text: string): boolean {
  if (text === '') return false
  const plain = fold(text)
  return invitation.test(plain) || phone.test(plain)
}

/** No exchange allows longer remarks; what lies beyond would only cost time. */
const maxLength = 4000

/** One spelling for all disguises: compatibility forms, invisible characters, accents, Latin look-alikes of other scripts. */
const fold = (text: string): string =>
  text
    .slice(0, maxLength)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[ıɡͰ-ԯ]/g, (letter) => latinTwins.get(letter) ?? letter)

const latinTwins = new Map(
  [...'авсенкмортухіјѕԁԛԝαορτυνικεηωıɡ'].map((letter, at) => [letter, 'abcehkmoptyxijsdqwaoptuvikenwig'[at] ?? letter]),
)

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

const starts = '(?<![\\p{L}\\p{N}])'
const ends = '(?![\\p{L}\\p{N}])'

/** Every alternative is a fixed text or a bounded class, so the time grows only with the length of the text. */
const invitation = new RegExp(
  [
    `${starts}(?:${invitations.map((words) => fold(words).replaceAll(' ', '[\\s-]{1,3}')).join('|')})${ends}`,
    `(?<![\\p{L}\\p{N}._])@[a-z][a-z0-9_]{3,31}${ends}`,
    'https?://',
    'www\\.',
    `${starts}[a-z0-9-]{1,40}\\.(?:com|net|org|io|me|app|link|info|xyz|site|online)${ends}`,
  ].join('|'),
  'u',
)

/** International with a plus, or national from a leading zero or eight; card numbers and limits look different. */
const phone = /(?<!\d)(?:\+\d{1,3}(?:[ ().-]{0,2}\d){7,12}|[08](?:[ ().-]{0,2}\d){9,10})(?!\d)/
