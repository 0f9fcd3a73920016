import type { InboxLanguage } from '@p2p-rates/contract'
import { en } from '@p2p-rates/contract/words/en'
import { uk } from '@p2p-rates/contract/words/uk'

type TextParams = Readonly<Record<string, string>>

const texts = {
  en: {
    'subject.best_buy': 'USDT to buy: {value} {fiat}',
    'subject.best_sell': 'USDT to sell: {value} {fiat}',
    'subject.spread': 'Round trip: {value} % on {amount} {fiat}',
    'subject.ping': 'A test alert',
    best_buy: 'You can buy USDT at {value} {fiat}; your threshold is {threshold}.',
    best_sell: 'You can sell USDT at {value} {fiat}; your threshold is {threshold}.',
    spread: 'A round trip on {amount} {fiat} leaves {value} %; your threshold is {threshold} %.',
    ping: 'This is a test. Your alerts will arrive here.',
    'subject.simulated': 'SIMULATED. {subject}',
    'subject.replay': 'REPLAY. {subject}',
    simulated: 'SIMULATED: the exchanges of this server are made up; these prices never existed.',
    replay: 'REPLAY: this server repeats recorded prices; they are past.',
    on: 'The best price is on {exchange}.',
    filled: 'That is the average for {amount} {fiat}.',
    with: 'Only ads with this payment method count: {method}.',
    route: 'Buy on {buy} at {buyPrice}, sell on {sell} at {sellPrice}.',
    before: 'Before: {previous}.',
    'subject.quiet': 'In your quiet hours. {subject}',
    'quiet.best_buy':
      'In your quiet hours, at {at} UTC, you could buy USDT at {value} {fiat}; your threshold is {threshold}.',
    'quiet.best_sell':
      'In your quiet hours, at {at} UTC, you could sell USDT at {value} {fiat}; your threshold is {threshold}.',
    'quiet.spread':
      'In your quiet hours, at {at} UTC, a round trip on {amount} {fiat} left {value} %; your threshold is {threshold} %.',
    'quiet.now': 'At {at} UTC it was {value}.',
    'quiet.none': 'At {at} UTC there was no such price.',
    'subject.digest': 'USDT in {fiat}: buy {buy}, sell {sell}',
    'digest.change': 'A day before: {before} {fiat}, change {change} %.',
    'digest.new': 'No price of a day before is recorded.',
    note: 'Your note: {note}',
    seen: 'Prices as of {at} UTC. They may have changed since.',
    id: 'Alert {id}',
    'stop.short': 'Stop these alerts',
    'confirm.subject': 'Do you want price alerts here?',
    'confirm.text':
      'Someone with an account on {server} asked to send price alerts to this address. If it was you, open this link within a day and confirm:',
    'confirm.else': 'If it was not you, do nothing: no alerts will be sent.',
    'reset.subject': 'A new password for {server}',
    'reset.text':
      'Someone asked for a new password for your account on {server}. Set it with this link within an hour:',
    'reset.else': 'If it was not you, do nothing: your password will not change.',
    'join.subject': 'Your account on {server}',
    'join.text':
      'Someone asked for an account on {server} with this address. If it was you, open this link within an hour and choose a password:',
    'join.else': 'If it was not you, do nothing: no account will be created.',
    'known.subject': 'You already have an account on {server}',
    'known.text':
      'Someone asked for an account on {server} with this address. You already have one. Log in here, or request a new password there:',
    'known.else': 'If it was not you, do nothing: your account will not change.',
    'chat.linked': 'This chat is linked. Your alerts will arrive here. /stop ends them.',
    'chat.unknown': 'This code is unknown or has expired. Get a new one where you set up your alerts.',
    'chat.how': 'To get alerts here, add a Telegram chat where you set up your alerts, and open the link it gives you.',
    'chat.ask':
      'The price now: /rate UAH. What an amount brings: /quote 20000 UAH monobank. To get alerts here, add a Telegram chat where you set up your alerts, and open the link it gives you.',
    'chat.stopped': 'Alerts are stopped. /start resumes them; then turn your webhooks on again.',
    'chat.back': 'This chat receives alerts again. Turn your webhooks on where you set them up.',
    'rate.subject': 'USDT in {fiat}',
    'rate.BUY': 'Buy at {price} {fiat} on {exchange}, {age}.',
    'rate.SELL': 'Sell at {price} {fiat} on {exchange}, {age}.',
    'rate.none.BUY': 'There is no reliable price to buy USDT now.',
    'rate.none.SELL': 'There is no reliable price to sell USDT now.',
    'quote.subject.BUY': 'Buy USDT for {amount} {fiat}',
    'quote.subject.SELL': 'Sell USDT for {amount} {fiat}',
    'quote.BUY': 'You pay {money} {fiat} and get {usdt} USDT, at {price} {fiat} on average.',
    'quote.SELL': 'You give {usdt} USDT and get {money} {fiat}, at {price} {fiat} on average.',
    'quote.trade': '{place}. {exchange}: {money} {fiat} for {usdt} USDT at {price}',
    'quote.more': 'And {count} more trades.',
    'quote.least': 'Trades begin at {money} {fiat} on {exchange}.',
    'quote.age': 'Prices received {age}.',
    'age.seconds': '{count} s ago',
    'age.minutes': '{count} min ago',
    'age.unknown': 'age unknown',
    'price.how.rate': 'Type /rate and a currency, such as /rate {fiat}. Currencies: {fiats}.',
    'price.how.quote':
      'Type /quote, an amount, a currency and, if you like, a payment method, such as /quote 20000 {fiat}. With sell before the amount you sell. Currencies: {fiats}.',
    'price.fiat': 'This currency is unknown here. Currencies: {fiats}.',
    'price.method': 'No ad takes this payment method now. The most common for {fiat}: {methods}.',
    'price.none': 'There are no fresh prices for {fiat} at the moment.',
    'price.plan': 'This server shows quotes only to accounts.',
    'price.many': 'Too many questions. Ask again in {seconds} s.',
  },
  uk: {
    'subject.best_buy': 'Купити USDT: {value} {fiat}',
    'subject.best_sell': 'Продати USDT: {value} {fiat}',
    'subject.spread': 'Арбітраж: {value} % на {amount} {fiat}',
    'subject.ping': 'Пробне сповіщення',
    best_buy: 'Ви можете купити USDT за ціною {value} {fiat}; ваш поріг — {threshold}.',
    best_sell: 'Ви можете продати USDT за ціною {value} {fiat}; ваш поріг — {threshold}.',
    spread: 'Арбітраж на {amount} {fiat} дає {value} %; ваш поріг — {threshold} %.',
    ping: 'Це проба. Ваші сповіщення приходитимуть сюди.',
    'subject.simulated': 'СИМУЛЯЦІЯ. {subject}',
    'subject.replay': 'ПОВТОР. {subject}',
    simulated: 'СИМУЛЯЦІЯ: біржі цього сервера вигадані, таких цін ніколи не було.',
    replay: 'ПОВТОР: цей сервер відтворює записані ціни, вони з минулого.',
    on: 'Найкраща ціна — на {exchange}.',
    filled: 'Це середня ціна для {amount} {fiat}.',
    with: 'Враховано лише оголошення з таким способом оплати: {method}.',
    route: 'Купівля на {buy} за ціною {buyPrice}, продаж на {sell} за ціною {sellPrice}.',
    before: 'Досі було: {previous}.',
    'subject.quiet': 'У тихі години. {subject}',
    'quiet.best_buy':
      'У тихі години, о {at} UTC, можна було купити USDT за ціною {value} {fiat}; ваш поріг — {threshold}.',
    'quiet.best_sell':
      'У тихі години, о {at} UTC, можна було продати USDT за ціною {value} {fiat}; ваш поріг — {threshold}.',
    'quiet.spread':
      'У тихі години, о {at} UTC, арбітраж на {amount} {fiat} давав {value} %; ваш поріг — {threshold} %.',
    'quiet.now': 'О {at} UTC було {value}.',
    'quiet.none': 'О {at} UTC такої ціни не було.',
    'subject.digest': 'USDT у {fiat}: купівля {buy}, продаж {sell}',
    'digest.change': 'Добу тому: {before} {fiat}, зміна {change} %.',
    'digest.new': 'Ціни добу тому не записано.',
    note: 'Ваша нотатка: {note}',
    seen: 'Ціни станом на {at} UTC. Вони могли змінитися.',
    id: 'Сповіщення {id}',
    'stop.short': 'Більше не надсилати',
    'confirm.subject': 'Надсилати сюди сповіщення про ціни?',
    'confirm.text':
      'Хтось із обліковим записом на {server} хоче надсилати сюди сповіщення про ціни. Якщо це ви, протягом доби відкрийте це посилання й погодьтеся:',
    'confirm.else': 'Якщо це не ви, не робіть нічого: жодне сповіщення не прийде.',
    'reset.subject': 'Новий пароль для {server}',
    'reset.text':
      'Хтось попросив замінити пароль вашого облікового запису на {server}. Протягом години це посилання встановить новий:',
    'reset.else': 'Якщо це не ви, не робіть нічого: ваш пароль лишиться, як є.',
    'join.subject': 'Ваш обліковий запис на {server}',
    'join.text':
      'Хтось попросив створити обліковий запис на {server} з цією адресою. Якщо це ви, протягом години відкрийте це посилання й оберіть пароль:',
    'join.else': 'Якщо це не ви, не робіть нічого: облікового запису не буде.',
    'known.subject': 'Ви вже маєте обліковий запис на {server}',
    'known.text':
      'Хтось попросив створити обліковий запис на {server} з цією адресою. Ви вже маєте його. Увійдіть тут або попросіть там новий пароль:',
    'known.else': 'Якщо це не ви, не робіть нічого: ваш обліковий запис лишиться, як є.',
    'chat.linked': 'Цей чат під’єднано. Сюди приходитимуть сповіщення, які ви налаштували. /stop їх припинить.',
    'chat.unknown': 'Цей код невідомий або застарілий. Візьміть новий там, де ви налаштовуєте сповіщення.',
    'chat.how':
      'Щоб отримувати сповіщення тут, додайте чат Telegram там, де ви їх налаштовуєте, і відкрийте посилання звідти.',
    'chat.ask':
      'Ціна зараз: /rate UAH. Скільки принесе сума: /quote 20000 UAH monobank. Щоб отримувати сповіщення тут, додайте чат Telegram там, де ви їх налаштовуєте, і відкрийте посилання звідти.',
    'chat.stopped': 'Сповіщення зупинено. /start відновить їх; потім увімкніть вебхуки знову.',
    'chat.back': 'Цей чат знову отримує сповіщення. Увімкніть свої вебхуки там, де ви їх налаштували.',
    'rate.subject': 'USDT у {fiat}',
    'rate.BUY': 'Купівля за {price} {fiat} на {exchange}, {age}.',
    'rate.SELL': 'Продаж за {price} {fiat} на {exchange}, {age}.',
    'rate.none.BUY': 'Надійної ціни купівлі USDT зараз немає.',
    'rate.none.SELL': 'Надійної ціни продажу USDT зараз немає.',
    'quote.subject.BUY': 'Купівля USDT за {amount} {fiat}',
    'quote.subject.SELL': 'Продаж USDT за {amount} {fiat}',
    'quote.BUY': 'Ви платите {money} {fiat} й отримуєте {usdt} USDT, у середньому за ціною {price} {fiat}.',
    'quote.SELL': 'Ви віддаєте {usdt} USDT й отримуєте {money} {fiat}, у середньому за ціною {price} {fiat}.',
    'quote.trade': '{place}. {exchange}: {money} {fiat} за {usdt} USDT, ціна {price}',
    'quote.more': 'Інших угод: {count}.',
    'quote.least': 'Угоди починаються від {money} {fiat} на {exchange}.',
    'quote.age': 'Ціни отримано {age}.',
    'age.seconds': '{count} с тому',
    'age.minutes': '{count} хв тому',
    'age.unknown': 'час невідомий',
    'price.how.rate': 'Напишіть /rate і валюту, наприклад /rate {fiat}. Валюти: {fiats}.',
    'price.how.quote':
      'Напишіть /quote, суму, валюту й, за бажання, спосіб оплати, наприклад /quote 20000 {fiat}. Щоб продати, напишіть sell перед сумою. Валюти: {fiats}.',
    'price.fiat': 'Цієї валюти тут немає. Валюти: {fiats}.',
    'price.method': 'Зараз жодне оголошення не приймає цей спосіб оплати. Найпоширеніші для {fiat}: {methods}.',
    'price.none': 'Свіжих цін для {fiat} зараз немає.',
    'price.plan': 'Цей сервер показує розрахунок суми лише власникам облікових записів.',
    'price.many': 'Забагато запитань. Спитайте знову за {seconds} с.',
  },
} as const satisfies Readonly<Record<InboxLanguage, Readonly<Record<string, string>>>>

export type TextKey = keyof (typeof texts)['en']

/** Replaces all slots in one pass, so that braces in a value are not replaced again. */
export const renderText = (language: InboxLanguage, word: TextKey, slots: TextParams = {}): string =>
  texts[language][word].replace(/\{(\w+)\}/g, (whole, name: string) => slots[name] ?? whole)

const dictionaries = { en, uk }

export type Phrases = ReturnType<typeof phrasesIn>

export const phrasesIn = (language: InboxLanguage) => ({
  say: (word: TextKey, slots?: TextParams): string => renderText(language, word, slots),
  /** The same digits as the API. */
  number: (value: number): string => new Intl.NumberFormat(language, { maximumFractionDigits: 8 }).format(value),
  price: (value: number): string =>
    new Intl.NumberFormat(language, {
      minimumFractionDigits: Math.abs(value) < 1_000 ? 2 : 0,
      maximumFractionDigits: 8,
    }).format(value),
  /** Words that the pages use, too. */
  shared: dictionaries[language],
})
