// HTML templates that escape every inserted value, so that untrusted text never becomes markup.
import escapeHtml from 'escape-html'

/** Markup, as opposed to text. The constructor escapes nothing, so pass only trusted markup; `html` escapes. */
export class Html {
  readonly #markup: string

  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

export type Content = Html | string | number | false | null | undefined | readonly Content[]

/** Attributes must be quoted in the template: escaping covers both kinds of quotes, but not missing ones. */
export function html(strings: TemplateStringsArray, ...values: Content[]): Html {
  return new Html(strings.reduce((markup, string, index) => markup + written(values[index - 1]) + string))
}

function written(value: Content): string {
  if (value instanceof Html) return value.toString()
  if (value === undefined || value === null || value === false) return ''
  return typeof value === 'object' ? value.map(written).join('') : escapeHtml(String(value))
}
