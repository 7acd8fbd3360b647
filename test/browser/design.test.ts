// Stylesheets use the colors and sizes of one tokens file, so that the design can be changed in one place.
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const TOKENS = 'src/base/html/tokens.css'
const FILES = globSync('src/**/*.css').map(file => file.replaceAll('\\', '/'))

interface Declaration {
  name: string
  value: string
}

function declarationsOf(css: string): Declaration[] {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  return [...plain.matchAll(/([\w-]+)\s*:\s*([^;{}]+);/g)].map(([, name, value]) => ({ name: name!, value: value! }))
}

const COLOURS =
  /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|lab|lch|hwb|color)\(|\b(?:white|black|red|green|blue|gray|grey|silver|yellow|orange)\b/i
const hasColour = ({ name, value }: Declaration): boolean => !name.startsWith('font') && COLOURS.test(value)

const STEPPED = /^(?:(?:scroll-)?(?:padding|margin)(?:-.+)?|(?:row-|column-)?gap|font-size)$/
/** Sizes with a unit outside of a variable. A pixel is allowed to close a gap to an edge. */
const hasOwnSize = ({ name, value }: Declaration): boolean =>
  STEPPED.test(name) && /\d(?:rem|em|px|pt|ch)\b/.test(value.replaceAll(/var\([^)]*\)|\b0rem\b|-1px/g, ''))
const hasOwnWeight = ({ name, value }: Declaration): boolean => name === 'font-weight' && /\b[5-9]\d\d\b/.test(value)
const hasOwnCorner = ({ name, value }: Declaration): boolean =>
  name === 'border-radius' && /[1-9]\d*(?:px|rem)/.test(value)

describe('stylesheets', () => {
  it.each(FILES.filter(file => file !== TOKENS))('%s uses the colors and sizes of the tokens', file => {
    const own = declarationsOf(readFileSync(file, 'utf8')).filter(
      each => hasColour(each) || hasOwnSize(each) || hasOwnWeight(each) || hasOwnCorner(each),
    )
    expect(own).toEqual([])
  })

  it('use only defined tokens, and each token is used', () => {
    const all = FILES.map(file => readFileSync(file, 'utf8')).join('\n')
    const used = new Set([...all.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
    const made = new Set(
      declarationsOf(all)
        .map(({ name }) => name)
        .filter(name => name.startsWith('--')),
    )
    expect([...used].filter(name => !made.has(name!))).toEqual([])
    expect([...made].filter(name => !used.has(name))).toEqual([])
  })

  it('are rejected with a literal color or size', () => {
    const odd =
      'a { color: #fff; padding: 3px 1rem; font-size: 0.9rem; font-weight: 550; margin: var(--space-1) -1px 0 auto; }'
    const found = declarationsOf(odd).filter(each => hasColour(each) || hasOwnSize(each) || hasOwnWeight(each))
    expect(found.map(({ name }) => name)).toEqual(['color', 'padding', 'font-size', 'font-weight'])
  })

  it('have enough color contrast, light and dark', () => {
    const [light, dark] = readFileSync(TOKENS, 'utf8').split('@media')
    for (const scheme of [light!, light! + dark!]) {
      const colours = new Map(declarationsOf(scheme).map(({ name, value }) => [name, value]))
      for (const [ink, ground] of PAIRS) {
        const contrast = contrastOf(colours.get(`--${ink}`)!, colours.get(`--${ground}`)!)
        expect([ink, ground, contrast >= 4.5]).toEqual([ink, ground, true])
      }
    }
  })
})

const PAIRS = [
  ...['ink', 'soft', 'accent'].flatMap(ink => ['ground', 'surface', 'raised'].map(ground => [ink, ground] as const)),
  ['accent-ink', 'accent'],
  ['accent-strong', 'accent-wash'],
  ['warning-ink', 'warning'],
  ['trouble-ink', 'trouble'],
  ['good-ink', 'good'],
] as const

/** Contrast ratio as defined by WCAG 2.2. */
function contrastOf(one: string, other: string): number {
  const [bright, dim] = [one, other].map(luminanceOf).toSorted((a, b) => b - a)
  return (bright! + 0.05) / (dim! + 0.05)
}

function luminanceOf(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map(at => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
