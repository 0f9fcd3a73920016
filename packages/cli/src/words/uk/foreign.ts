import type { SharedWords } from '@p2p-rates/contract/words'

/**
 * Sentences of the parser, the SDK, the server and the exchanges, by their English form. The slot `reason` must be
 * one of these sentences, too; `why` may be one.
 */
export const templates = {
  "Unknown option '{option}'.": 'Невідомий параметр «{option}».',
  "Unknown command '{command}'.": 'Невідома команда «{command}».',
  "Option '{option}' argument missing.": 'Параметр «{option}» потребує значення.',
  "Required option '{option}' not specified.": 'Бракує обов’язкового параметра «{option}».',
  "Missing required argument '{name}'.": 'Бракує обов’язкового аргументу «{name}».',
  "Option '{option}' cannot be used with option '{other}'.": 'Параметри «{option}» і «{other}» не поєднуються.',
  "Option '{option}' argument '{value}' is invalid. {why}": 'Параметр «{option}» не приймає «{value}». {why}',
  "Option '{option}' value '{value}' from env '{variable}' is invalid. {why}":
    'Параметр «{option}» не приймає «{value}» зі змінної {variable}. {why}',
  "Command-argument value '{value}' is invalid for argument '{name}'. {why}":
    'Аргумент «{name}» не приймає «{value}». {why}',
  'Allowed choices are {values}.': 'Можливі значення: {values}.',
  "Too many arguments for '{command}'. Expected {expected} arguments but got {got}.":
    'Забагато аргументів для «{command}»: очікувалося {expected}, отримано {got}.',
  "Too many arguments for '{command}'. Expected 1 argument but got {got}.":
    'Забагато аргументів для «{command}»: очікувався 1, отримано {got}.',
  'Too many arguments. Expected {expected} arguments but got {got}.':
    'Забагато аргументів: очікувалося {expected}, отримано {got}.',
  'Did you mean one of {names}?': 'Можливо, ви мали на увазі щось із цього: {names}?',
  'Did you mean {name}?': 'Можливо, ви мали на увазі {name}?',

  'The connection to {address} failed ({code}).': 'Не вдалося з’єднатися з {address} ({code}).',
  'The connection to {address} failed.': 'Не вдалося з’єднатися з {address}.',
  'The stream ended without an event.': 'Потік закінчився без жодної події.',
  'An event of the stream is not a JSON document.': 'Подія потоку — не документ JSON.',
  'The answer is not a complete JSON document.': 'Відповідь — не повний документ JSON.',
  'The answer is a redirect, and redirects are not followed.':
    'Відповідь переспрямовує на іншу адресу; переспрямування не виконуються.',
  'The answer is not {type}.': 'Відповідь не у форматі {type}.',
  'The service answered {status}.': 'Сервер відповів: {status}.',
  'The server address must begin with https:// or http:// and be complete.':
    'Адреса сервера має починатися з https:// або http:// і бути повною.',
  'The server address must not contain a user name or password.':
    'Адреса сервера не повинна містити імені користувача чи пароля.',
  'A known digest is written in 64 hex digits, or in the first 12 or more of them.':
    'Відомий відбиток записують 64 шістнадцятковими цифрами або щонайменше 12 першими з них.',
  '{command} needs a server, which {gain}.': '{command} потребує сервера.',
  '{command} needs a p2p-rates server.': '{command} потребує сервера p2p-rates.',

  '`{param}` is missing.': 'Бракує `{param}`.',
  '`{param}` must be one of {values}.': 'Можливі значення для `{param}`: {values}.',
  '`{param}` must be one or more of {values}, separated by commas.':
    'Можливі значення для `{param}`, через кому: {values}.',
  '{exchange} is read only with a key.': '{exchange} доступна лише з ключем.',
  '`{param}` must be at most {n} characters.': 'У `{param}` може бути щонайбільше {n} символів.',
  '`{param}` must be {reason}.': '`{param}`: очікується {reason}.',
  '`{param}` must be {expected}.': '`{param}` має неправильний вигляд.',
  'a number above 0 with at most 12 digits and 8 decimals':
    'число, більше за 0, щонайбільше 12 цифр і 8 десяткових знаків',
  'a number from {low} to {high} with at most 8 decimals': 'число від {low} до {high}, щонайбільше 8 десяткових знаків',
  'a number from {low} up with at most 8 decimals': 'число, не менше за {low}, щонайбільше 8 десяткових знаків',
  'a whole number from 1 up, in plain digits': 'ціле число, не менше за 1',
  'a whole number from {low} to {high}': 'ціле число від {low} до {high}',
  'a day that exists, such as {day}': 'день, який існує, наприклад {day}',
  'an IANA time zone, such as {zones}': 'часовий пояс IANA, наприклад {zones}',
  'a colour such as #0a6cff, or null': 'колір, наприклад #0a6cff, або none',
  'a web address of at most {n} characters': 'вебадреса, щонайбільше {n} символів',
  'a text of 1 to {n} characters': 'текст від 1 до {n} символів',
  'a list of 1 to {n} different rules of yours': 'список від 1 до {n} різних ваших правил',
  'at most {n} characters': 'щонайбільше {n} символів',
  '`{param}` is unknown.': 'Параметр `{param}` невідомий.',
  'Give either `amount` or `amount_usdt`.': 'Вкажіть щось одне: `amount` або `amount_usdt`.',
  'The {what} endpoint needs the {plan} plan or a higher one.': 'Метод {what} є у плані {plan} і вищих.',
  'Your plan allows {n} webhooks.': 'У вас стільки вебхуків, скільки дозволяє план ({n}).',
  'The API key is invalid or revoked.': 'Ключ API неправильний або відкликаний.',
  'The per-minute limit of this account is exceeded.': 'Обмеження запитів за хвилину перевищено.',
  'Something failed on our side. Request {id}.': 'Помилка сервера. Запит {id}.',
  'There is no such inbox, or its reader has not said yes.': 'Такої скриньки немає, або одержувач ще не підтвердив.',
  'There is no such {what}.': 'Не знайдено.',
  'A webhook can be tested or sent to by hand {n} times an hour.':
    'Вебхук можна перевірити чи надіслати вручну {n} разів на годину.',
  'There are no fresh prices for {fiat} on {exchange} at the moment.':
    'Зараз немає свіжої ціни для {fiat} на {exchange}.',
  'There are no fresh prices for {fiat} at the moment.': 'Зараз немає свіжої ціни для {fiat}.',
  'There are no reliable prices for {fiat} at the moment.': 'Зараз немає надійної ціни для {fiat}.',
  'There is no ad for a normal amount of {fiat}: {sides}.': 'Немає оголошення на звичайну суму {fiat}.',
  'These exchanges and payment methods do not have a price both to buy and to sell USDT for {fiat} now.':
    'Зараз на цих біржах із цими способами оплати немає ціни, щоб і купити, і продати USDT за {fiat}.',
  'The dictionary does not know payment method {at} of these {n}.': 'Спосіб оплати № {at} з {n} відсутній у словнику.',
  'The dictionary does not know this payment method.': 'Цього способу оплати немає у словнику.',

  'All {n} exchanges: {reason}': 'Усі біржі ({n}): {reason}',
  'The exchange did not accept a connection in time.': 'Біржа не прийняла з’єднання вчасно.',
  'The exchange did not begin to answer in time.': 'Біржа не почала відповідати вчасно.',
  'The exchange did not finish its answer in time.': 'Біржа не встигла відповісти повністю.',
  'The exchange asked us to pause; the pause is not over yet.': 'Біржа просила зачекати, і цей час ще не минув.',
  'The connection to the exchange failed or was cut.': 'З’єднатися з біржею не вдалося, або з’єднання обірвалося.',
  'The exchange could not prove its identity over TLS.': 'Безпечно з’єднатися з біржею не вдалося.',
  'The host name could not be resolved.': 'Адресу за іменем не знайдено.',
  'The exchange does not trade this currency.': 'Біржа не торгує цією валютою.',
  'It shows no ads for this currency at the moment.': 'Зараз на ній немає оголошень у цій валюті.',
  '{exchange} says we ask too often.': '{exchange} просить надсилати менше запитів.',
  '{exchange} refuses access (HTTP {status}).': '{exchange} відмовляє в доступі (HTTP {status}).',
  '{exchange} refuses this address (HTTP {status}).': '{exchange} відмовляє цій адресі (HTTP {status}).',
  '{exchange} shows a web page instead of data.': '{exchange} показує вебсторінку замість даних.',
  '{exchange} is out of order (HTTP {status}).': '{exchange} повідомляє про збій (HTTP {status}).',
  '{exchange} answers in a shape this version does not know.':
    '{exchange} відповідає у форматі, якого ця версія не знає.',
  '{exchange} refused the request (code {code}).': '{exchange} відхиляє запит (код {code}).',
  'The key for {exchange} may do more than read and is not used: make one that is read-only.':
    'Ключ для {exchange} дозволяє більше, ніж читати, і не використовується: створіть такий, що лише читає.',

  '{option} names a file that does not exist.': '{option} вказує на файл, якого немає.',
  '{option} names no file.': '{option} вказує не на файл.',
  '{option} names a file of another user.': '{option} вказує на файл іншого користувача.',
  '{option} names a file that others may read: chmod 600.':
    '{option} вказує на файл, який можуть прочитати інші: chmod 600.',
  '{option} is JSON like {form}.': '{option} має містити JSON на зразок {form}.',
  '{option} names an exchange that is read without a key; with one: {names}.':
    '{option} називає біржу, яку читають без ключа; з ключем: {names}.',
  '{option} holds no key.': '{option} не містить ключа.',
  '{option} has no key and secret of {id}: {form}.': '{option} не містить правильних ключа й секрету для {id}.',
  '{option} has no key, secret and passphrase of {id}: {form}.':
    '{option} не містить правильних ключа, секрету й парольної фрази для {id}.',
  '{file} cannot be plugged in: {why}.': 'Не вдалося під’єднати {file}: {why}.',
  'there is no file {path}': 'файлу {path} немає',
  '{path} is no file': '{path} — не файл',
  'it has no default export': 'немає експорту за замовчуванням',
  'it cannot be looked at: {cause}': 'його не вдалося відкрити: {cause}',
  'it does not load: {cause}': 'він не завантажується: {cause}',
  'There is nothing at {path}.': 'За шляхом {path} нічого немає.',
  'There is no archive at {path}.': 'За шляхом {path} немає архіву.',
  '{path} is no archive.': '{path} — не архів.',
  'damaged at byte {at}': 'пошкоджено з байта {at}',
  'a market of {fiat} cannot be read ({cause})': 'ринок {fiat} не читається ({cause})',

  'Nothing fresh is known of these exchanges for {fiat}.': 'Немає свіжих даних цих бірж.',
  'No ad can be taken by a normal caller.': 'Немає оголошення для звичайного користувача.',
  'There are fewer ads than the formula counts.': 'Оголошень менше, ніж рахує правило.',
  'The trusted ads cannot fill the amount.': 'Оголошень, яким довіряємо, на цю суму не вистачає.',
  'The offsets leave no price above zero.': 'Після знижок не лишається ціни, більшої за нуль.',
  'The best price to buy USDT is {price}, on {exchanges}.': 'Найкраща ціна купівлі USDT — {price}, на {exchanges}.',
  'The best price to sell USDT is {price}, on {exchanges}.': 'Найкраща ціна продажу USDT — {price}, на {exchanges}.',
  'The median of the best prices to buy USDT is {price}, on {exchanges}.':
    'Медіана найкращих цін купівлі USDT — {price}, на {exchanges}.',
  'The median of the best prices to sell USDT is {price}, on {exchanges}.':
    'Медіана найкращих цін продажу USDT — {price}, на {exchanges}.',
  'The average price to buy USDT for {amount} is {price}, on {exchanges}.':
    'Середня ціна купівлі USDT на {amount} — {price}, на {exchanges}.',
  'The average price to sell USDT for {amount} is {price}, on {exchanges}.':
    'Середня ціна продажу USDT на {amount} — {price}, на {exchanges}.',
  'The {rank} price to buy USDT is {price}, on {exchanges}.': 'Ціна купівлі USDT за номером — {price}, на {exchanges}.',
  'The {rank} price to sell USDT is {price}, on {exchanges}.':
    'Ціна продажу USDT за номером — {price}, на {exchanges}.',
  'With {by} on top: {price}.': 'Додано {by}: {price}.',
  'With {by} off: {price}.': 'Віднято {by}: {price}.',
  'Rounded up to a multiple of {step}: {price}.': 'Заокруглено вгору до кратного {step}: {price}.',
  'Rounded down to a multiple of {step}: {price}.': 'Заокруглено вниз до кратного {step}: {price}.',
  'Rounded to a multiple of {step}: {price}.': 'Заокруглено до кратного {step}: {price}.',
  'Rounded up: {price}.': 'Заокруглено вгору: {price}.',
  'Rounded down: {price}.': 'Заокруглено вниз: {price}.',
  'Rounded: {price}.': 'Заокруглено: {price}.',
  'Raised to the floor: {price}.': 'Піднято до нижньої межі: {price}.',
  'Lowered to the ceiling: {price}.': 'Опущено до верхньої межі: {price}.',
  '{exchanges}: {reason}': '{exchanges}: {reason}',
} as const

/** Causes of a failed reading, for a wording that is not above. */
const causes: Readonly<Record<string, string>> = {
  'cause.timeout': 'Вона не відповіла вчасно.',
  'cause.network': 'З’єднатися з нею не вдалося.',
  'cause.tls': 'Безпечно з’єднатися з нею не вдалося.',
  'cause.dns': 'Адресу за її іменем не знайдено.',
  'cause.rate_limited': 'Вона попросила надсилати менше запитів.',
  'cause.blocked': 'Вона відхиляє всі запити з цієї адреси.',
  'cause.unavailable': 'Вона повідомила про збій.',
  'cause.bad_response': 'Її відповіді не вдалося прочитати.',
  'cause.too_large': 'Її відповіді завеликі.',
  'cause.redirect': 'Вона переспрямувала на іншу адресу; переспрямування не виконуються.',
  'cause.schema_drift': 'Вона змінила формат: потрібна новіша версія.',
  'cause.no_market': 'Вона не має цього ринку.',
}

const patterns = Object.entries(templates).map(([english, translation]) => {
  const source = english.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.*?)')
  return { pattern: new RegExp(`^${source}$`, 's'), translation }
})

function translate(text: string): string | null {
  for (const { pattern, translation } of patterns) {
    const found = pattern.exec(text)
    if (found === null) continue
    const { reason, why, ...slots } = { ...found.groups }
    const translatedReason = reason === undefined ? '' : translate(reason)
    if (translatedReason === null) continue
    const said = { ...slots, reason: translatedReason, why: why === undefined ? '' : (translate(why) ?? why) }
    return translation.replace(/\{(\w+)\}/g, (_, name: string) => said[name as keyof typeof said] ?? '')
  }
  return null
}

/** A text of one or more sentences. Untranslated ones stay, unless the code has a sentence. */
export const foreignIn =
  (shared: SharedWords) =>
  (text: string, code: string): string => {
    const sentences = text.split(/(?<=[.!?]) (?=["«`\p{Lu}])/u)
    const translations = sentences.map(translate)
    if (translations.every((one) => one !== null)) return translations.join(' ')
    const whole = translate(text)
    if (whole !== null) return whole
    const ofCode: string | undefined = causes[code] ?? (shared as Readonly<Record<string, string>>)[code]
    return ofCode === undefined || ofCode.includes('{') ? text : ofCode
  }
