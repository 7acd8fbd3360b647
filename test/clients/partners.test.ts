// External testing tools: `npm run partners` runs them all. These tests need only the project's own tools, and Prism if
// it is installed.
import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isInstalled } from '../../contract/install.ts'
import { EXCLUDED } from '../../contract/partners/specmatic.ts'
import { REQUESTS_MIN } from '../../contract/partners/prism.ts'
import { TRIALS, tryOne } from '../../contract/partners/trials.ts'

const page = (name: string): string => readFileSync(`docs/partners/${name}`, 'utf8')
const contract = readFileSync('generated/openapi.json', 'utf8')

describe.each(readdirSync('docs/partners'))('docs/partners/%s', name => {
  it('is at most a page', () => {
    expect(page(name).trimEnd().split('\n').length).toBeLessThanOrEqual(40)
  })

  it('links to existing files', () => {
    const links = [...page(name).matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, to]) => to!)
    for (const to of links) expect(() => readFileSync(`docs/partners/${to}`)).not.toThrow(/ENOENT/)
  })
})

describe('each testing tool', () => {
  const { dependencies } = JSON.parse(readFileSync('contract/partners/package.json', 'utf8')) as {
    dependencies: Record<string, string>
  }

  it.each(TRIALS.map(({ id }) => id))('%s has a page with its command', id => {
    expect(page(`${id}.md`)).toContain(`npm run partners -- ${id}`)
  })

  it.each([
    ['prism.md', '@stoplight/prism-cli'],
    ['dredd.md', 'dredd'],
    ['specmatic.md', 'specmatic'],
  ])('%s names the installed version', (name, dependency) => {
    expect(page(name)).toContain(dependencies[dependency])
  })

  it('prism.md states the minimum number of requests', () => {
    const said = page('prism.md').match(/\S+ \S+ \d+ requests/g)
    expect(said).toEqual([`at least ${REQUESTS_MIN} requests`])
  })

  it('excludes only existing operations and lists them', () => {
    for (const id of EXCLUDED.keys()) {
      expect(contract).toContain(`"operationId": "${id}"`)
      expect(page('specmatic.md')).toContain(id)
    }
  })

  it.each(['prism', 'dredd', 'specmatic'])('%s runs for every change, as published on npm', id => {
    expect(readFileSync('scripts/check.ts', 'utf8')).toMatch(new RegExp(`'partners', '--',.*'${id}'`))
  })

  it('names its missing programs', () => {
    for (const { missing } of TRIALS) expect(missing()).not.toBe('')
  })
})

describe('Prism between the published SDK and our server', () => {
  it('finds no differences, although it could', async ({ skip }) => {
    skip(!isInstalled('partners'), 'the testers are not installed: `npm run partners` installs and runs them all')
    const { good, words, output } = await tryOne(TRIALS.find(({ id }) => id === 'prism')!)
    expect({ good, words, output: good ? '' : output }).toMatchObject({ good: true, output: '' })
  }, 180_000)
})
