import type { Translation } from '../dictionary.js'
import type { reference as english } from '../en/reference.js'

export const reference: Translation<typeof english> = {
  'reference.title': 'Довідковий індекс',
  'reference.about':
    'Одне число за всіма біржами, якого не вирішує жодне оголошення і жодна біржа. За ним ніхто не торгує; воно каже, що дорого.',
  'reference.buy': 'Зазвичай купуєте за',
  'reference.sell': 'Зазвичай продаєте за',
  'reference.made': {
    one: 'з {n} біржі, надійність {level}',
    few: 'з {n} бірж, надійність {level}',
    many: 'з {n} бірж, надійність {level}',
    other: 'з {n} біржі, надійність {level}',
  },
  'reference.level.high': 'висока',
  'reference.level.medium': 'середня',
  'reference.level.low': 'низька',
  'reference.change': 'За 24 години',
  'reference.official': 'Офіційний курс',
  'reference.official.of': '{source}, на {day}',
  'reference.official.none': 'Невідомий.',
  'reference.premium': 'Вище за офіційний курс',
  'reference.cite': 'Скопіювати для цитати',
  'reference.days': 'День за днем',
  'reference.days.show': 'Показати останні 30 днів',
  'reference.days.none': 'Жодного дня ще не зафіксовано.',
  'reference.day': 'День',
  'reference.fixing': 'Фіксинг, 12:00 UTC',
  'reference.digest': 'Відбиток',
  'reference.digest.copy': 'Скопіювати відбиток за {day}',
  'reference.digest.before': 'Попередній: {digest}',
  'reference.chain': 'Кожен фіксинг несе відбиток попереднього, тож жодного не змінити непомітно. Перевірити всі:',
  'reference.chain.more': 'Як це роблять',
  'reference.unknown': 'невідома',
  'market.words': 'Що означають ці слова',
  'market.words.buy':
    'найнижча ціна, за яку звичайна людина (від 50 до 1 000 USDT, без особливих вимог) може купити USDT за оголошенням, якому ми довіряємо.',
  'market.words.trusted': 'Довіряємо',
  'market.words.trusted.is': 'ціна й історія разом правдоподібні. Це ніколи не обіцянка, що людина безпечна.',
  'market.words.dear.is': 'виміряно звичним рухом саме цього ринку, а не офіційним курсом.',
  'market.words.more': 'Як ми оцінюємо оголошення',
}
