// The glossary: sixty to eighty words, each once.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('says of at most eighty words what they mean, of each once and of each something else', () => {
  const rows = [...readFileSync('docs/glossary.md', 'utf8').matchAll(/^\| (?!Word|---)([^|]+) \| ([^|]+) \|$/gm)]
  const words = rows.map(([, word]) => word!.toLowerCase())
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
  expect(new Set(rows.map(([, , meaning]) => meaning))).toHaveLength(words.length)
  expect(words.length).toBeGreaterThanOrEqual(60)
  expect(words.length).toBeLessThanOrEqual(80)
})
