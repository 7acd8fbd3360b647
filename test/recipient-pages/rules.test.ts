// Colors of recipient pages: their contrast, and the colors derived from them.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { accentFault, accentOnDark, accentStyles, contrastOf, GROUNDS } from '../../src/mail/recipient-pages/rules.ts'

describe('the color of a team', () => {
  it('is measured by the formula of WCAG, against the background of text', () => {
    expect(contrastOf('#000000', '#ffffff')).toBe(21)
    expect(contrastOf('#ffffff', '#777777')).toBeCloseTo(4.48, 2)
    const tokens = readFileSync(new URL('../../src/base/html/tokens.css', import.meta.url), 'utf8')
    const values = (name: string): string[] =>
      [...tokens.matchAll(new RegExp(`--${name}: (#\\w+);`, 'g'))].map(([, value]) => value!)
    const [ground, surface] = [values('ground'), values('surface')]
    expect(GROUNDS).toEqual({ light: [ground[0], surface[0]], dark: [ground[1], surface[1]] })
  })

  it.each([
    ['#ffcc00', 'its contrast is 1.38 to 1'],
    ['#767676', 'its contrast is 4.16 to 1'],
    ['#ffffff', 'its contrast is 1.00 to 1'],
    ['red', 'as # and six hexadecimal digits'],
    ['#fff', 'as # and six hexadecimal digits'],
    ['#1f6a5a; } body { display: none', 'as # and six hexadecimal digits'],
  ])('%s is rejected, with its contrast', (color, words) => {
    expect(accentFault(color)).toContain(words)
  })

  it.each(['#1f6a5a', '#000000', '#0000ff', '#b00020', '#6d6d6d'])('%s is readable in both color schemes', color => {
    expect(accentFault(color)).toBeUndefined()
    for (const ground of GROUNDS.light) expect(contrastOf(color, ground)).toBeGreaterThanOrEqual(4.5)
    for (const ground of GROUNDS.dark) expect(contrastOf(accentOnDark(color), ground)).toBeGreaterThanOrEqual(4.5)
    const pairs = [
      ...accentStyles(color).matchAll(/--accent: (#\w{6}); --accent-ink: (#\w{6}); --accent-strong: (#\w{6})/g),
    ]
    expect(pairs).toHaveLength(2)
    for (const [, accent, ink, strong] of pairs) {
      expect(contrastOf(accent!, ink!)).toBeGreaterThanOrEqual(4.5)
      expect(contrastOf(strong!, ink!)).toBeGreaterThanOrEqual(4.5)
    }
  })
})
