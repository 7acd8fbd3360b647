// The lint of regular expressions finds slow patterns in sources, in constants and in a document.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { regexesOfDocument, regexesOfSource } from '../../scripts/regexes/collect.ts'
import { regexFaults } from '../../scripts/regexes/judge.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'regexes-'))
afterAll(() => rmSync(folder, { recursive: true }))
const cache = path.join(folder, 'safe.json')

const faultsIn = (text: string, bounded: Parameters<typeof regexFaults>[1] = []): Promise<string[]> =>
  regexFaults(regexesOfSource('src/a.ts', text), bounded, cache)

describe('a regular expression', () => {
  it.each([
    ['with one repetition in another', String.raw`export const a = /^(?:\d+ *,? *)+$/`, 'exponential'],
    ['whose repetitions overlap', String.raw`export const a = /^-{2,}.*x/`, '2nd degree polynomial'],
    [
      'that is searched from each position',
      String.raw`export const a = (t: string) => t.replace(/\s+$/, '')`,
      'polynomial',
    ],
    [
      'made of constants',
      "const WORD = '[a-z]+' as const\nconst WORDS = `(?:${WORD}-?)+`\nexport const a = new RegExp(`^${WORDS}$`, 'i')",
      'exponential',
    ],
    ['made by a call', String.raw`export const a = RegExp('^(a|a)*$')`, 'exponential'],
  ])('%s is reported, with its line and an input to try', async (_, text, how) => {
    const [fault, ...others] = await faultsIn(text)
    expect(others).toEqual([])
    expect(fault).toMatch(/^src\/a\.ts:\d: \//)
    expect(fault).toContain(how)
    expect(fault).toMatch(/for example for .+\.repeat\(\d+\)/)
  })

  it('that is built from runtime values is reported', async () => {
    const [fault] = await faultsIn("import { WORD } from './b.ts'\nexport const a = new RegExp(WORD)")
    expect(fault).toContain('src/a.ts:2: new RegExp(WORD)')
    expect(fault).toContain('Write it as a literal')
  })

  it('that reads each character once is accepted', async () => {
    expect(
      await faultsIn(String.raw`// /(a+)+$/ is in a comment
      export const a = [/^--.*x/, /^(?:\d+,)+$/, /[^a]*/g, 8 / 2 / 1, '/(a+)+$/']`),
    ).toEqual([])
  })

  it('is checked again if it was slow, and not if it was safe', async () => {
    for (const _ of [1, 2]) expect(await faultsIn('export const a = /(a+)+$/')).toHaveLength(1)
    for (const _ of [1, 2]) expect(await faultsIn('export const a = /^a+b/')).toEqual([])
  })

  it('may be listed with the bound of its input, as long as it needs that', async () => {
    const listed = { file: 'src/a.ts', source: 'a+$', bound: 'a name of 20 characters' }
    expect(await faultsIn('export const a = /a+$/', [listed])).toEqual([])
    expect(await faultsIn('export const a = /ab$/', [listed])).toEqual([expect.stringContaining('is not needed')])
  })
})

it('in a contract is found at every position', async () => {
  const text = JSON.stringify({ schemas: { A: { properties: { b: { pattern: '^(?:a*)*$' } } } } }, null, 1)
  const regexes = regexesOfDocument('openapi.json', text)
  expect(regexes).toEqual([{ file: 'openapi.json', line: 6, source: '^(?:a*)*$', flags: 'u' }])
  expect(await regexFaults({ regexes, unknown: [] }, [], cache)).toEqual([expect.stringContaining('exponential')])
})
