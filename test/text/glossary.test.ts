// The glossary has 60 to 80 terms with one definition each. Comments, guides and the contract avoid the words listed
// there.
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const [meanings = '', avoided = ''] = readFileSync('docs/glossary.md', 'utf8').split('\n## Words not to use\n')

function rowsOf(text: string): string[][] {
  return [...text.matchAll(/^\| (?!Term |Not |---)([^|]+) \| ([^|]+) \|$/gm)].map(row => row.slice(1))
}

it('defines 60 to 80 terms, each once and with its own definition', () => {
  const rows = rowsOf(meanings)
  const words = rows.map(([word]) => word!.toLowerCase())
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
  expect(new Set(rows.map(([, meaning]) => meaning))).toHaveLength(words.length)
  expect(words.length).toBeGreaterThanOrEqual(60)
  expect(words.length).toBeLessThanOrEqual(80)
})

describe('the words not to use', () => {
  const words = rowsOf(avoided).flatMap(([given]) => given!.split(', '))
  const any = new RegExp(String.raw`\b(?:${words.join('|')})\b`, 'gi')

  /** The uses in a text, except in code spans, where the API and the code determine the spelling. */
  const usesIn = (prose: string): string[] =>
    (prose.replaceAll(/`[^`\n]*`/g, '').match(any) ?? []).map(use => use.toLowerCase())

  const commentsIn = (source: string): string =>
    [...source.matchAll(/^\s*(?:\/\/|\/\*|\*)(.*)$|\s\/\/ (.*)$/gm)]
      .map(([, whole, behind]) => whole ?? behind)
      .join('\n')

  const namedUses = (files: string[], proseOf: (text: string) => string): string[] =>
    files.toSorted().flatMap(file => usesIn(proseOf(readFileSync(file, 'utf8'))).map(use => `${file}: ${use}`))

  it('are found in comments and pages, and not in code', () => {
    expect(words).toContain('nobody')
    const source =
      "/** Nobody's. */\nconst who = 'anybody' // for whoever asks\n// `cancelled` is the wire's\n/*\n * Cancelled. */"
    expect(usesIn(commentsIn(source))).toEqual(['nobody', 'whoever', 'cancelled'])
  })

  it('do not occur in comments of the code', () => {
    expect(
      namedUses(
        globSync('{src,test,scripts,sdk/src}/**/*.{ts,js}').filter(file => file !== 'test/text/glossary.test.ts'),
        commentsIn,
      ),
    ).toEqual([])
  })

  it('do not occur on any page', () => {
    const proseOf = (page: string): string =>
      page.split('\n## Words not to use\n')[0]!.replaceAll(/^```[^]*?^```/gm, '')
    expect(namedUses(globSync('docs/*.md'), proseOf)).toEqual([])
  })

  it('do not occur in the texts of the contract', () => {
    const saidIn = (contract: string): string =>
      [...contract.matchAll(/"(?:description|summary)": ("(?:[^"\\]|\\.)*")/g)].map(([, text]) => text).join('\n')
    expect(namedUses(['generated/openapi.json'], saidIn)).toEqual([])
  })
})
