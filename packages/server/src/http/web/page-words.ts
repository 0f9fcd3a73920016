import type { Language } from './language.js'
import type { PlainWords } from './plain-page.js'

/** Texts for clients without scripts, link previews and missing pages. With `{slots}`. */
const english = {
  market: 'USDT in {currency}',
  book: 'Ads on {exchange} for {fiat}',
  arbitrage: 'Round trips in {currency}',
  banks: 'USDT for {fiat} by bank',
  lures: '{fiat} prices for USDT that look too good, and why',
  currencies: 'All currencies',
  status: 'Status',
  track: 'How good our best prices were',
  developer: 'Developer',
  keys: 'Keys',
  usage: 'Usage',
  webhooks: 'Webhooks',
  rules: 'Prices by rule',
  boards: 'Price boards',
  account: 'Account',
  admin: 'Administration',
  login: 'Log in',
  setup: 'First start',
  join: 'Register',
  reset: 'A new password',
  confirm: 'Price alerts by mail',
  stop: 'Stop these alerts?',
  notFound: 'There is no page at this address.',
  buy: 'You buy USDT at {price} {fiat} ({exchange}).',
  sell: 'You sell USDT at {price} {fiat} ({exchange}).',
  lure: '{price} {fiat} on {exchange}: {reason}.',
  asOf: 'As of {time} Kyiv time.',
  deal: {
    BUY: '{paid} {fiat} buy {got} USDT at {price} ({exchanges}).',
    SELL: '{got} USDT sell for {paid} {fiat} at {price} ({exchanges}).',
  },
  about: {
    book: 'Every USDT ad on {exchange} for {fiat}: price, limits, record, and why it is trusted or not.',
    arbitrage: 'What buying USDT on one exchange and selling it on another earns in {fiat} after all costs.',
    banks: 'What the same amount of {fiat} brings with every bank, and the best three ads of each.',
    lures: '{fiat} prices for USDT that look too good: ads better than the best trusted one, and why each is left out.',
    currencies: 'USDT prices of 19 currencies in one table, with the change of a day, and a converter.',
    track:
      'How many best prices were still there at the next look and after 15 and 60 minutes, and how many ads were bait.',
    status: 'Which exchanges answer, how old their prices are, and what happened in the last day.',
    login: 'Log in for keys, usage, webhooks and prices by rule.',
  },
  simulated: 'SIMULATED. These exchanges never existed; every price on this server is invented.',
  noPrice: 'There is no fresh price for {fiat} at the moment.',
  needsScript: 'Everything else on these pages needs scripts.',
  notBuilt: {
    title: 'This server runs without its pages',
    todo: 'They were not built. The API answers at /api/v1.',
  },
  failed: {
    title: 'Something failed on our side',
    todo: 'Tell the operator the request {id}.',
    home: 'Go to the start page',
  },
}

export type PageTitle = Exclude<
  keyof typeof english,
  'buy' | 'sell' | 'lure' | 'asOf' | 'deal' | 'about' | 'simulated' | 'noPrice' | 'needsScript' | 'notBuilt' | 'failed'
>

const ukrainian: typeof english = {
  market: 'USDT: {currency}',
  book: 'Оголошення на {exchange}, {fiat}',
  arbitrage: 'Арбітраж: {currency}',
  banks: 'USDT за {fiat} за банками',
  lures: 'Підозріло вигідні ціни USDT за {fiat} і причини',
  currencies: 'Усі валюти',
  status: 'Стан',
  track: 'Чи справджувалися наші найкращі ціни',
  developer: 'Розробнику',
  keys: 'Ключі',
  usage: 'Використання',
  webhooks: 'Вебхуки',
  rules: 'Ціни за правилом',
  boards: 'Табло цін',
  account: 'Обліковий запис',
  admin: 'Керування',
  login: 'Увійти',
  setup: 'Перший запуск',
  join: 'Реєстрація',
  reset: 'Новий пароль',
  confirm: 'Сповіщення про ціни поштою',
  stop: 'Припинити ці сповіщення?',
  notFound: 'За цією адресою немає сторінки.',
  buy: 'Купуєте USDT за {price} {fiat} ({exchange}).',
  sell: 'Продаєте USDT за {price} {fiat} ({exchange}).',
  lure: '{price} {fiat} на {exchange}: {reason}.',
  asOf: 'Станом на {time} за Києвом.',
  deal: {
    BUY: 'За {paid} {fiat} отримаєте {got} USDT за ціною {price} ({exchanges}).',
    SELL: 'За {got} USDT отримаєте {paid} {fiat} за ціною {price} ({exchanges}).',
  },
  about: {
    book: 'Усі оголошення USDT на {exchange} за {fiat}: ціна, межі, історія учасника й причини довіри або недовіри.',
    arbitrage: 'Скільки заробите у {fiat}, якщо купити USDT на одній біржі й продати на іншій, після всіх витрат.',
    banks: 'Скільки USDT дає та сама сума {fiat} з кожним банком і три найкращі оголошення кожного.',
    lures: 'Підозріло вигідні ціни USDT за {fiat}: оголошення, кращі за найкраще надійне, і чому їх не враховано.',
    currencies: 'Ціни USDT у 19 валютах в одній таблиці, зміна за добу та конвертер.',
    track: 'Скільки найкращих цін лишалися чинними через 5, 15 і 60 хвилин і скільки оголошень були приманкою.',
    status: 'Які біржі відповідають, наскільки свіжі їхні ціни та що сталося за добу.',
    login: 'Увійдіть, щоб керувати ключами, вебхуками та цінами за правилом.',
  },
  simulated: 'СИМУЛЯЦІЯ. Цих бірж ніколи не існувало; усі ціни на цьому сервері вигадані.',
  noPrice: 'Зараз немає свіжої ціни для {fiat}.',
  needsScript: 'Решта цих сторінок потребує скриптів.',
  notBuilt: {
    title: 'Цей сервер працює без сторінок',
    todo: 'Їх не зібрано. API відповідає за адресою /api/v1.',
  },
  failed: {
    title: 'У нас щось зламалося',
    todo: 'Скажіть операторові номер запиту: {id}.',
    home: 'На головну сторінку',
  },
}

export const pageWords: Readonly<Record<Language, typeof english>> = { en: english, uk: ukrainian }

export const fillPlaceholders = (sentence: string, slots: Readonly<Record<string, string>>): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => slots[name] ?? '')

export function failedWords(language: Language, id: string): PlainWords {
  const { failed } = pageWords[language]
  return { ...failed, todo: fillPlaceholders(failed.todo, { id }) }
}
