// The reader of a page: the language of its numbers and dates, the time zone of its times, and the pages that they may open.

interface Reader {
  /** A language with a region, such as `en-GB`. */
  locale: string
  time_zone: string
  now: Date
  /** Whether the reader may open the page at this path. */
  mayOpen: (path: string) => boolean
}

/** Text is English; without a known language, so are numbers and dates. */
const DEFAULT_LOCALE = 'en-GB'
const LANGUAGES_READ_MAX = 5

const UNKNOWN: Reader = { locale: DEFAULT_LOCALE, time_zone: 'UTC', now: new Date(0), mayOpen: () => true }

/**
 * The reader of the page that is being written. A page is written synchronously, so no other page is written meanwhile, and 140
 * places that show a time or a number need no parameter for the reader.
 */
let reader = UNKNOWN

/** Writes a page for a reader. `write` must not await. */
export function writeFor<T>(who: Reader, write: () => T): T {
  reader = who
  try {
    return write()
  } finally {
    reader = UNKNOWN
  }
}

export const currentReader = (): Reader => reader

/** The first known language of an Accept-Language header. Only `language-REGION` is used. */
export function localeOf(accept_language: string): string {
  for (const asked of accept_language.split(',', LANGUAGES_READ_MAX)) {
    const name = /^\s*([a-z]{2,3}(?:-[a-z]{2})?)\b/i.exec(asked)?.[1]
    const [known] = name === undefined ? [] : Intl.NumberFormat.supportedLocalesOf(name)
    if (known !== undefined) return known === 'en' ? DEFAULT_LOCALE : known
  }
  return DEFAULT_LOCALE
}

/** A number with its noun, such as `1 hour` and `2 hours`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${numeral(count)} ${count === 1 ? one : many}`
}

/** A number in the reader's format. */
export function numeral(count: number, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(reader.locale, { numberingSystem: 'latn', ...options }).format(count)
}
