// The look of the pages for recipients: which colors can be read, and the colors that follow from one of them.

/** The languages of the pages and of the mails that go with them, by their names in themselves. A language is one key here. */
export const RECIPIENT_LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const
export type RecipientLanguage = keyof typeof RECIPIENT_LANGUAGES
export const LANGUAGE_NAMES = Object.keys(RECIPIENT_LANGUAGES) as RecipientLanguage[]

export interface RecipientLook {
  /** As `#1f6a5a`; `null`: the color of Lettermill. */
  accent: string | null
  logo_id: string | null
  /** `auto`: that of the browser. */
  language: RecipientLanguage | 'auto'
}

export const PLAIN_LOOK: RecipientLook = { accent: null, logo_id: null, language: 'auto' }

/** What text stands on in each scheme: `--ground` and `--surface` of tokens.css. */
export const GROUNDS = { light: ['#f7f5ef', '#fffefb'], dark: ['#141716', '#1b1f1e'] } as const
/** The least contrast of text (WCAG 2.2, 1.4.3). */
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

/** Why a color cannot be that of links and buttons; `undefined`: it can. */
export function accentFault(accent: string): string | undefined {
  if (!/^#[0-9a-f]{6}$/.test(accent)) return 'Please write the color as # and six digits, such as #1f6a5a.'
  const reached = leastContrast(accent, GROUNDS.light)
  if (reached >= CONTRAST_MIN) return undefined
  // not rounded up to what would be enough
  const ratio = (Math.floor(reached * 100) / 100).toFixed(2)
  return `This color is too light to be read: its contrast is ${ratio} to 1, and ${CONTRAST_MIN} to 1 is the least. Choose a darker one.`
}

/** `share` of the way from a color to another one. */
function mixed(color: string, other: string, share: number): string {
  const [from, to] = [channels(color), channels(other)]
  const parts = from.map((value, at) => Math.round(value + (to[at]! - value) * share))
  return `#${parts.map(part => part.toString(16).padStart(2, '0')).join('')}`
}

/** A color has no such contrast to light and to dark pages at once, so on dark ones it is as light as it has to be. */
export function accentOnDark(accent: string): string {
  let share = 0
  while (leastContrast(mixed(accent, WHITE, share), GROUNDS.dark) < CONTRAST_MIN) share += 0.05
  return mixed(accent, WHITE, share)
}

/** The tokens of the design that follow from the color, as a stylesheet. */
export function accentStyles(accent: string): string {
  const dark = accentOnDark(accent)
  const light_scheme = `--accent: ${accent}; --accent-ink: ${WHITE}; --accent-strong: ${mixed(accent, BLACK, 0.25)};`
  const dark_scheme = `--accent: ${dark}; --accent-ink: ${BLACK}; --accent-strong: ${mixed(dark, WHITE, 0.25)};`
  return `:root { ${light_scheme} }\n@media (prefers-color-scheme: dark) { :root { ${dark_scheme} } }\n`
}
