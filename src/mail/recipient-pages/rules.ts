// The appearance of the pages for recipients: which colors are readable, and the colors derived from one of them.

/** The languages of the pages and of their emails, with their native names. Each language is one key here. */
export const RECIPIENT_LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const
export type RecipientLanguage = keyof typeof RECIPIENT_LANGUAGES
export const LANGUAGE_NAMES = Object.keys(RECIPIENT_LANGUAGES) as RecipientLanguage[]

export interface RecipientBranding {
  /** In the form `#1f6a5a`; `null`: the color of Lettermill. */
  accent: string | null
  logo_id: string | null
  /** `auto`: the language of the browser. */
  language: RecipientLanguage | 'auto'
}

export const DEFAULT_BRANDING: RecipientBranding = { accent: null, logo_id: null, language: 'auto' }

/** The background of text in each scheme: `--ground` and `--surface` of tokens.css. */
export const GROUNDS = { light: ['#f7f5ef', '#fffefb'], dark: ['#141716', '#1b1f1e'] } as const
/** Minimum contrast of text (WCAG 2.2, 1.4.3). */
const CONTRAST_MIN = 4.5

const WHITE = '#ffffff'
const BLACK = '#000000'

const channels = (color: string): number[] => [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))

/** Relative luminance (WCAG 2.2). */
function luminance(color: string): number {
  const [red, green, blue] = channels(color).map(value => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrastOf(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const leastContrast = (color: string, grounds: readonly string[]): number =>
  Math.min(...grounds.map(ground => contrastOf(color, ground)))

/** Why a color cannot be used for links and buttons; `undefined` if it can. */
export function accentFault(accent: string): string | undefined {
  if (!/^#[0-9a-f]{6}$/.test(accent)) return 'Enter the color as # and six hexadecimal digits, such as #1f6a5a.'
  const reached = leastContrast(accent, GROUNDS.light)
  if (reached >= CONTRAST_MIN) return undefined
  // rounded down, so that an insufficient ratio is not shown as sufficient
  const ratio = (Math.floor(reached * 100) / 100).toFixed(2)
  return `This color is too light: its contrast is ${ratio} to 1, and at least ${CONTRAST_MIN} to 1 is required. Choose a darker color.`
}

/** A color at `share` of the way from one color to another. */
function mixed(color: string, other: string, share: number): string {
  const [from, to] = [channels(color), channels(other)]
  const parts = from.map((value, at) => Math.round(value + (to[at]! - value) * share))
  return `#${parts.map(part => part.toString(16).padStart(2, '0')).join('')}`
}

/** No color has enough contrast to both light and dark pages, so on dark pages it is lightened as far as necessary. */
export function accentOnDark(accent: string): string {
  let share = 0
  while (leastContrast(mixed(accent, WHITE, share), GROUNDS.dark) < CONTRAST_MIN) share += 0.05
  return mixed(accent, WHITE, share)
}

/** The design tokens derived from the color, as a stylesheet. */
export function accentStyles(accent: string): string {
  const dark = accentOnDark(accent)
  const light_scheme = `--accent: ${accent}; --accent-ink: ${WHITE}; --accent-strong: ${mixed(accent, BLACK, 0.25)};`
  const dark_scheme = `--accent: ${dark}; --accent-ink: ${BLACK}; --accent-strong: ${mixed(dark, WHITE, 0.25)};`
  return `:root { ${light_scheme} }\n@media (prefers-color-scheme: dark) { :root { ${dark_scheme} } }\n`
}
