import type { Language } from './guide.js'
import { numbers } from './table.js'

/** What each ad of the worked board is, by its id. */
export const wordsForAds: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  'bait, fresh': { en: 'bait, fresh account', uk: 'приманка, новий запис' },
  'bait, rich': { en: 'bait, rich account', uk: 'приманка, багата історія' },
  'block deal': { en: 'deal in one block', uk: 'угода одним блоком' },
  crumbs: { en: 'crumbs', uk: 'крихти' },
  'honest best': { en: '**honest, best**', uk: '**чесне, найкраще**' },
  'low completion': { en: 'careless', uk: 'недбале' },
  'unit slip': { en: 'slip of the pen', uk: 'описка' },
}

/** The words of the worked example in both languages. */
export const workedWords = {
  en: {
    columns: [
      'Ad',
      numbers('Price'),
      'What it shows',
      numbers('Ahead'),
      numbers('Record alone'),
      numbers('Score'),
      'Verdict',
    ],
    ordinary: (count: number) => `${count} ordinary ads`,
    orders: (orders: string, completion: string) => `${orders} orders, ${completion} %`,
    praise: (share: number) => `${share} % praise`,
    merchant: 'merchant',
    limits: (from: string, to: string) => `takes ${from} – ${to} UAH`,
    stock: (usdt: string) => `${usdt} USDT left`,
    trusted: 'trusted',
    large: 'trusted, but for large orders only',
    best: '**the best price**',
    refused: 'not trusted',
    centres: (asks: string, bids: string, spread: string, gate: string) =>
      `The centre of the asks lies at ${asks}, that of the bids at ${bids}. Honest prices spread by ${spread} %, and the gate is ${gate} % wide.`,
    reason: 'Reason',
    base: 'an unknown advertiser',
    sum: 'sum, in log-odds',
    score: 'score = 1 / (1 + exp(−sum))',
    rivals: ['Rule', numbers('Its best price'), 'Whose ad that is'],
    first: 'the first of the list',
    record: 'the first with 100 orders and 95 % completed',
    near: 'the first within 1 % of the median of ten',
    ours: '**ours**',
  },
  uk: {
    columns: [
      'Оголошення',
      numbers('Ціна'),
      'Що показує',
      numbers('Випередження'),
      numbers('Сама історія'),
      numbers('Оцінка'),
      'Висновок',
    ],
    ordinary: (count: number) => `${count} звичайних оголошень`,
    orders: (orders: string, completion: string) => `угод ${orders}, ${completion} %`,
    praise: (share: number) => `${share} % похвал`,
    merchant: 'мерчант',
    limits: (from: string, to: string) => `приймає ${from} – ${to} UAH`,
    stock: (usdt: string) => `лишилося ${usdt} USDT`,
    trusted: 'довіряємо',
    large: 'довіряємо, але лише для великих сум',
    best: '**найкраща ціна**',
    refused: 'не довіряємо',
    centres: (asks: string, bids: string, spread: string, gate: string) =>
      `Центр цін продавців лежить на ${asks}, центр цін покупців на ${bids}. Чесні ціни розкидані на ${spread} %, ворота завширшки ${gate} %.`,
    reason: 'Причина',
    base: 'невідомий автор',
    sum: 'сума, у логарифмах шансів',
    score: 'оцінка = 1 / (1 + exp(−сума))',
    rivals: ['Правило', numbers('Його найкраща ціна'), 'Чиє це оголошення'],
    first: 'перше у списку',
    record: 'перше, що має 100 угод і 95 % завершених',
    near: 'перше в межах 1 % від медіани десяти',
    ours: '**наше**',
  },
} as const satisfies Readonly<Record<Language, unknown>>
