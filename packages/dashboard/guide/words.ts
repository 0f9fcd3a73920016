import type { Language } from '../../../tools/guide/guide.js'

const english = {
  docs: 'Documentation',
  sections: { Begin: 'Begin', Prices: 'Prices', Live: 'Live', 'Run it': 'Run it', Reference: 'Reference' },
  search: 'Search',
  searchHint: 'search the documentation',
  onThisPage: 'On this page',
  asMarkdown: 'This page as Markdown',
  chapterLink: 'Link to “{title}”',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Not copied',
  found: 'Found: {n}',
  nothingFound: 'Nothing found.',
  run: 'run in our tests',
  checked: 'type-checked',
  prints: 'Prints, for example',
  answers: 'Answers, for example',
  languages: 'Language of the sample',
  inEnglish: 'English',
  onlyEnglish: 'EN only',
  pageInEnglish: 'this page is in English only',
  next: 'Next',
  before: 'Before',
  openapi: 'OpenAPI document',
  themes: { system: 'system', light: 'light', dark: 'dark' },
}

const ukrainian: GuideWords = {
  docs: 'Документація',
  sections: { Begin: 'Початок', Prices: 'Ціни', Live: 'Наживо', 'Run it': 'Свій сервер', Reference: 'Довідник' },
  search: 'Пошук',
  searchHint: 'пошук у документації',
  onThisPage: 'На цій сторінці',
  asMarkdown: 'Ця сторінка у Markdown',
  chapterLink: 'Посилання на «{title}»',
  copy: 'Копіювати',
  copied: 'Скопійовано',
  notCopied: 'Не скопійовано',
  found: 'Знайдено: {n}',
  nothingFound: 'Нічого не знайдено.',
  run: 'виконано в наших тестах',
  checked: 'типи перевірено',
  prints: 'Друкує, наприклад',
  answers: 'Відповідає, наприклад',
  languages: 'Мова прикладу',
  inEnglish: 'англійською',
  onlyEnglish: 'лише EN',
  pageInEnglish: 'ця сторінка лише англійською',
  next: 'Далі',
  before: 'Раніше',
  openapi: 'Документ OpenAPI',
  themes: { system: 'як у системі', light: 'світлий', dark: 'темний' },
}

/** Sections by their English name. */
export type GuideWords = Readonly<Omit<typeof english, 'sections'>> & {
  readonly sections: Readonly<Record<string, string>>
}

export const guideWords: Readonly<Record<Language, GuideWords>> = { en: english, uk: ukrainian }
