import { describe, expect, it } from 'vitest'
import { foldConfusables } from '../../src/base/text/confusables.ts'
import { nameFault } from '../../src/base/text/names.ts'

describe('a name that can be shown', () => {
  it.each([
    'Night Mailer',
    'x',
    '7',
    '*',
    '<b>',
    'بريد الليل',
    'می‌خواهم',
    'हिन्दी',
    'ภาษาไทย',
    '日本語',
    '📮',
    '👨‍👩‍👧',
    '❤️ Mail',
    '1️⃣',
    'Zoë’s "app" & co.',
    'e\u0301\u0323',
  ])('%j', name => {
    expect(nameFault(name)).toBeUndefined()
  })
})

describe('a name that cannot be shown', () => {
  it.each([
    ['nothing', ''],
    ['spaces', ' \u00a0\u2003\u3000'],
    ['a zero-width space', '\u200b'],
    ['a word joiner', '\u2060'],
    ['a Hangul filler', '\u3164'],
    ['half-width and other fillers', '\uffa0\u115f\u1160'],
    ['a soft hyphen', '\u00ad'],
    ['a blank of braille', '\u2800'],
    ['tag characters', '\u{e0041}\u{e0042}'],
    ['a flag’s tags in a name', 'Mail\u{e0067}\u{e007f}'],
    ['a byte order mark', '\ufeff'],
    ['a grapheme joiner', '\u034f'],
    ['a note without a head', '\u{1d159}'],
    ['a place for an object', '\ufffc'],
    ['joiners alone', '\u200d\u200c'],
    ['a variation selector alone', '\ufe0f'],
    ['more of those selectors', 'a\u{e0100}'],
    ['accents alone', '\u0301\u0302'],
    ['accents on a space', ' \u0301'],
    ['what is assigned to nobody', '\u{e000}\u0378'],
    ['something hidden in a name', 'Night\u200bMailer'],
    ['a turn of direction', 'a\u202eb'],
    ['an isolate', '\u2066a'],
    ['an Arabic letter mark', 'a\u061cb'],
    ['a line end', 'a\nb'],
    ['a line separator', 'a\u2028b'],
    ['an escape', 'a\u001b[2Jb'],
    ['NUL', 'a\0'],
    ['half a pair', 'a\ud800'],
    ['a pile of accents', `a${'\u0301'.repeat(7)}`],
  ])('%s', (_, name) => {
    expect(nameFault(name)).toMatch(/^must (?:not )?(?:contain|have) /)
  })
})

describe('folding', () => {
  it.each([
    ['CLI', 'cli'],
    ['CLI', 'C L I'],
    ['CLI', 'c.l-i_'],
    ['CLI', 'ＣＬＩ'],
    ['CLI', '𝐂𝐋𝐈'],
    ['CLI', 'Ⓒⓛⓘ'],
    ['CLI', '🅲🅻🅸'],
    ['CLI', '🇨🇱🇮'],
    ['CLI', 'СLІ'],
    ['CLI', 'Cl1'],
    ['CLI', 'C|!'],
    ['CLI', 'ⅭⅬΙ'],
    ['CLI', 'ÇŁÍ'],
    ['CLI', 'ᏟᏞᎥ'],
    ['Lettermill', 'Ꮮеttеrmіll'],
    ['Lettermill', 'Letterrnill'],
    ['Lettermill', 'LETTERMI11'],
    ['Lettermill', 'Lëttērmïll'],
    ['Lettermill', 'Lετtегмilӏ'],
    ['Hello', 'ΗΕLLΟ'],
    ['Nova', 'ΝОѴΑ'],
    ['Google', 'ɢ0οgӏе'],
  ])('%j looks like %j', (one, other) => {
    expect(foldConfusables(other)).toBe(foldConfusables(one))
  })

  it.each([
    ['CLI', 'Client'],
    ['CLI', 'CLA'],
    ['Night Mailer', 'Night Mail'],
    ['почта', 'почты'],
    ['📮', '📯'],
    ['日本', '日木'],
  ])('%j does not look like %j', (one, other) => {
    expect(foldConfusables(other)).not.toBe(foldConfusables(one))
  })
})
