// The part of `npm run contract` that needs only the project's own tools, and one generator if it is installed.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CALLS, judge } from '../../contract/calls.ts'
import { foreignTools } from '../../contract/foreign.ts'
import { isInstalled } from '../../contract/install.ts'
import { sdksPage } from '../../contract/page.ts'
import { missing } from '../../contract/run.ts'
import { npmTools, redocly } from '../../contract/tools.ts'
import { tryLinter, tryTool } from '../../contract/trial.ts'

describe('the contract', () => {
  it('has neither an error nor a warning under the recommended rules', async () => {
    expect(await tryLinter(redocly)).not.toHaveProperty('fault')
  })

  it('becomes a client that compiles and makes the five calls', async ({ skip }) => {
    skip(!isInstalled('.'), 'the generators are not installed: `npm run contract` installs and tries them all')
    const { fault, compiles, calls } = await tryTool(npmTools.find(({ id }) => id === 'openapi-typescript')!)
    expect({ fault, compiles }).toEqual({ fault: undefined, compiles: true })
    expect(calls).toEqual(Object.fromEntries(CALLS.map(call => [call, true])))
  }, 180_000)
})

describe('the page about generated clients', () => {
  it('lists the tested versions and commands', () => {
    expect(readFileSync('docs/sdks.md', 'utf8')).toBe(sdksPage())
  })
})

describe('a tool of another language', () => {
  it('is skipped with the name of the missing program', () => {
    expect(missing(['node', 'no-such-program'])).toEqual(['no-such-program'])
  })

  it('is the version pinned in its requirements', () => {
    const { version } = foreignTools.find(({ id }) => id === 'openapi-python-client')!
    const requirements = readFileSync('contract/openapi-python-client/requirements.txt', 'utf8')
    expect(requirements).toContain(`openapi-python-client==${version}\n`)
  })
})

describe.each(npmTools)('the driver of $id', ({ id }) => {
  const code = readFileSync(`contract/${id}/drive.ts`, 'utf8')

  it('bypasses no type check', () => {
    expect(code).not.toMatch(/\bas\b(?! const)|\bany\b|@ts-|<any>|[\w)\]]!/)
  })

  it('imports the report function, which rejects responses without a type', () => {
    expect(code).toContain("import { report } from './report.js'")
  })
})

describe('a driver report', () => {
  const id = '4ef2b8a1-0a3c-4c55-9d6f-0f6f5f5b1c11'
  const saved = { object: 'automation', id: 'an automation' }
  const good = {
    sent: { id },
    email: { id, subject: 'Hello', to: ['bob@example.net'], scheduled_at: null },
    graph: saved,
    status: saved,
    automation: {
      name: 'Renamed',
      status: 'enabled',
      steps: ['trigger', 'delay 2 days', 'condition', 'send_email'],
    },
    refusal: { statusCode: 422, name: 'validation_error', message: 'nobody is no address' },
    pages: [[id, 'b'], ['a']],
  }

  it('passes if it is complete', () => {
    expect(Object.values(judge(good, 'an automation'))).toEqual(CALLS.map(() => true))
  })

  it.each([
    ['create email', { sent: {} }],
    ['get email', { email: { ...good.email, to: ['eve@example.net'] } }],
    ['patch automation', { graph: { object: 'automation' } }],
    ['patch automation', { status: {} }],
    ['patch automation', { automation: { ...good.automation, steps: ['trigger'] } }],
    ['422', { refusal: { statusCode: 422, name: 'validation_error' } }],
    ['paginated list', { pages: [[id, 'b']] }],
    ['paginated list', { pages: [[id, 'b'], ['b']] }],
  ])('fails if %s lost a part', (call, lost) => {
    expect(judge({ ...good, ...lost }, 'an automation')).toMatchObject({ [call]: false })
  })
})
