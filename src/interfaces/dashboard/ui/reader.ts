// The page that is being rendered: who reads it, the CSRF token of its forms, and the result of the preceding form.
import { type Html, html } from '../../../base/html/html.ts'

/** What a page shows about the preceding form. */
export interface FormOutcome {
  /** The result of the form and the flash message, if any. */
  done: Html | undefined
  /** Why the form was refused. */
  trouble: string | undefined
  /** The fields of a refused form, to fill it in again; otherwise empty. */
  form: URLSearchParams
}

const NO_FORM: FormOutcome = { done: undefined, trouble: undefined, form: new URLSearchParams() }

export interface Reader {
  /** A language with a region, such as `en-GB`. */
  locale: string
  time_zone: string
  now: Date
  /** Whether the reader may open the page at this path. */
  mayOpen: (path: string) => boolean
  /** For the forms of the page; `undefined` on a page without a session or cookie. */
  csrf_token?: string | undefined
  outcome?: FormOutcome
}

/** Text is English; without a known language, so are numbers and dates. */
const DEFAULT_LOCALE = 'en-GB'
const LANGUAGES_READ_MAX = 5

/** For markup that is rendered apart from a page. */
export const UNKNOWN: Reader = { locale: DEFAULT_LOCALE, time_zone: 'UTC', now: new Date(0), mayOpen: () => true }

/**
 * The reader of the page that is being written. A page is written synchronously, so no other page is written meanwhile, and 140
 * places that show a time or a number need no parameter for the reader.
 */
let reader = UNKNOWN

/** Writes a page for a reader. `write` must not await. */
export function renderFor<T>(who: Reader, write: () => T): T {
  reader = who
  try {
    return write()
  } finally {
    reader = UNKNOWN
  }
}

export const currentReader = (): Reader => reader

/** What the page that is being rendered shows about the preceding form. */
export const formOutcome = (): FormOutcome => reader.outcome ?? NO_FORM

/** The message about the preceding form. Each page has it once, below its title. */
export const doneNote = (): Html => html`${formOutcome().done}`

/** The value of a field: what was entered in the refused form, or else the stored value. */
export const entered = (name: string, stored?: string | null): string | null =>
  formOutcome().form.get(name) ?? stored ?? null

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
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

/** A number in the reader's format. */
export function formatNumber(count: number, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(reader.locale, { numberingSystem: 'latn', ...options }).format(count)
}
