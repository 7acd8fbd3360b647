// `npm run contract:diff` classifies changes of the contract, and rejects undeclared breaking changes.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listOf, withSection } from '../../scripts/contract-diff/changelog.ts'
import { type Change, changesBetween } from '../../scripts/contract-diff/changes.ts'
import { latestOf, nextMajor, versionOf } from '../../scripts/contract-diff/versions.ts'
import { type Json, resolved } from '../../scripts/openapi.ts'
import { COMPILED } from '../support/compiled.ts'
import { temporaryFolder } from '../support/folder.ts'

const whole: Json = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))

/** Some paths of the contract with the schemas they refer to, because comparing all of them takes seconds. */
const SOME = ['/emails', '/emails/{email_id}', '/templates', '/contacts', '/api-keys']
const before: Json = partOf(Object.fromEntries(SOME.map(path => [path, whole.paths[path]])))

function partOf(paths: Json): Json {
  const named = new Set<string>()
  const follow = (node: Json): void => {
    if (typeof node !== 'object' || node === null) return
    if (typeof node.$ref === 'string' && !named.has(node.$ref)) {
      named.add(node.$ref)
      follow(resolved(whole, node))
    }
    Object.values(node).forEach(follow)
  }
  follow(paths)
  const components: Json = { securitySchemes: whole.components.securitySchemes }
  for (const name of named) {
    const [, , kind, key] = name.split('/')
    components[kind!] = { ...components[kind!], [key!]: whole.components[kind!][key!] }
  }
  return { ...whole, paths, components }
}

function changesAfter(change: (document: Json) => void): Change[] {
  const document = structuredClone(before)
  change(document)
  return changesBetween(before, document)
}

const schemas = (document: Json): Json => document.components.schemas
const send = (document: Json): Json => document.paths['/emails'].post
const list = (document: Json): Json => document.paths['/emails'].get
const without = (names: string[], name: string): string[] => names.filter(each => each !== name)

type Case = [string, (document: Json) => unknown, string, RegExp]

const breaking: Case[] = [
  [
    'a field that is answered no more',
    document => {
      const { Email } = schemas(document)
      delete Email.properties.html
      Email.required = without(Email.required, 'html')
    },
    'GET /emails/{email_id}',
    /^removed property `html`/,
  ],
  [
    'a field that is no longer in each response',
    document => (schemas(document).Email.required = without(schemas(document).Email.required, 'subject')),
    'GET /emails/{email_id}',
    /required status from `subject`/,
  ],
  [
    'a new field that must be sent',
    document => {
      schemas(document).CreateTemplate.properties.kind = { type: 'string' }
      schemas(document).CreateTemplate.required.push('kind')
    },
    'POST /templates',
    /^added property `kind`/,
  ],
  [
    'a new value in an answer',
    document => schemas(document).EmailLastEvent.enum.push('teleported'),
    'GET /emails/{email_id}',
    /possible values of `last_event`.*teleported/,
  ],
  [
    'a value that may be sent no more',
    document => (schemas(document).ApiKeyPermission.enum = ['full_access']),
    'POST /api-keys',
    /possible values of `permission`.*sending_access/,
  ],
  [
    'an answer that may be null',
    document => (schemas(document).Email.properties.subject.type = ['string', 'null']),
    'GET /emails/{email_id}',
    /type definition of `subject`/,
  ],
  [
    'an answer of another type',
    document => (schemas(document).Email.properties.subject.type = 'integer'),
    'GET /emails/{email_id}',
    /type definition of `subject`.*string.*integer/,
  ],
  [
    'a shorter limit',
    document => (schemas(document).CreateTemplate.properties.name.maxLength = 5),
    'POST /templates',
    /maxLength/,
  ],
  [
    'fields that must come together',
    document => (schemas(document).CreateContact.dependentRequired = { email: ['first_name'] }),
    'POST /contacts',
    /dependentRequired/,
  ],
  [
    'a body that takes no other fields',
    document => (schemas(document).CreateTemplate.additionalProperties = false),
    'POST /templates',
    /additional properties/,
  ],
  [
    'a removed operation',
    document => delete document.paths['/emails/{email_id}'],
    'GET /emails/{email_id}',
    /operation/,
  ],
  [
    'other fields of one type only',
    document => (schemas(document).CreateTemplate.additionalProperties = { type: 'string' }),
    'POST /templates',
    /additional properties/,
  ],
  [
    'another constant in an answer',
    document => (schemas(document).NotFound.properties.statusCode.const = 410),
    'GET /emails/{email_id}',
    /404.*410/,
  ],
  [
    'another condition on a request',
    document => (schemas(document).CreateContact.if = { required: ['email'] }),
    'POST /contacts',
    /if/,
  ],
  [
    'another default value',
    document => (schemas(document).CreateApiKey.properties.permission['x-default'] = 'sending_access'),
    'POST /api-keys',
    /x-default.*full_access.*sending_access/,
  ],
  ['a removed parameter', document => list(document).parameters.pop(), 'GET /emails', /query parameter/],
  [
    'a parameter that must be sent',
    document => list(document).parameters.push({ in: 'query', name: 'q', required: true, schema: { type: 'string' } }),
    'GET /emails',
    /required query parameter/,
  ],
  ['another name of an operation', document => (list(document).operationId = 'mails'), 'GET /emails', /operationId/],
  ['a way to authenticate less', document => list(document).security.pop(), 'GET /emails', /security/],
]

const harmless: Case[] = [
  [
    'a new operation',
    document => (document.paths['/mails'] = { get: { ...structuredClone(list(document)), operationId: 'listMails' } }),
    'GET /mails',
    /^added operation/,
  ],
  [
    'a new field in an answer',
    document => {
      schemas(document).Email.properties.weight = { type: 'integer' }
      schemas(document).Email.required.push('weight')
    },
    'GET /emails/{email_id}',
    /^added property `weight`/,
  ],
  [
    'a new field that may be sent',
    document => (schemas(document).CreateTemplate.properties.kind = { type: 'string' }),
    'POST /templates',
    /^added property `kind`/,
  ],
  [
    'an answer that is null no more',
    document => (schemas(document).Email.properties.html.type = 'string'),
    'GET /emails/{email_id}',
    /type definition of `html`/,
  ],
  [
    'a longer limit',
    document => (schemas(document).CreateTemplate.properties.name.maxLength = 5000),
    'POST /templates',
    /maxLength/,
  ],
  [
    'one more reason for a refusal',
    document => schemas(document).NotFound.properties.name.enum.push('gone'),
    'GET /emails/{email_id}',
    /gone/,
  ],
  ['a deprecation', document => (list(document).deprecated = true), 'GET /emails', /deprecated/],
]

describe('a breaking change', () => {
  it.each(breaking)('is reported: %s', (_, change, operation, what) => {
    const found = changesAfter(document => void change(document)).filter(each => each.breaking)
    expect(found.filter(each => each.operation === operation).map(each => each.what)).toEqual([
      expect.stringMatching(what),
    ])
  })
})

describe('a compatible change', () => {
  it.each(harmless)('is not reported as breaking: %s', (_, change, operation, what) => {
    const found = changesAfter(document => void change(document))
    expect(found.filter(each => each.breaking)).toEqual([])
    expect(found.filter(each => each.operation === operation).map(each => each.what)).toEqual([
      expect.stringMatching(what),
    ])
  })
})

it('finds no change between identical contracts, including recursive schemas', () => {
  expect(changesBetween(whole, structuredClone(whole))).toEqual([])
})

it('ignores changes of descriptions, examples, schema names and order', () => {
  const renamed: Json = JSON.parse(JSON.stringify(before).replaceAll('schemas/SendEmail"', 'schemas/SendMail"'))
  renamed.components.schemas.SendMail = renamed.components.schemas.SendEmail
  delete renamed.components.schemas.SendEmail
  renamed.info.description = 'Other words.'
  renamed.tags.reverse()
  send(renamed).summary = 'Other words'
  send(renamed).requestBody.content['application/json'].example = {}
  schemas(renamed).Email.required.reverse()
  expect(changesBetween(before, renamed)).toEqual([])
})

describe('versions', () => {
  it('are valid only if they are semantic and released', () => {
    expect(versionOf('v1.20.3')).toEqual({ major: 1, minor: 20, patch: 3 })
    for (const text of ['1.2', 'v1.2.3-beta', '01.2.3', 'vnext', '']) expect(versionOf(text)).toBeUndefined()
  })

  it('are compared numerically', () => {
    expect(latestOf(['v0.9.0', 'v0.10.0', 'v0.2.11', 'vnext', ''])).toBe('v0.10.0')
    expect(latestOf(['release'])).toBeUndefined()
    expect(nextMajor({ major: 0, minor: 4, patch: 1 })).toBe('1.0.0')
  })
})

describe('the changelog', () => {
  const changes = [
    { breaking: false, operation: 'GET /mails', what: 'added operation GET /mails' },
    ...['/a', '/b', '/c', '/d', '/e', '/f'].map(operation => ({ breaking: true, operation, what: 'removed it' })),
  ]

  it('lists breaking changes first, with one line per change of several operations', () => {
    expect(listOf(changes).split('\n')).toEqual([
      '### Breaking',
      '',
      '- removed it (`/a`, `/b`, `/c`, `/d` and 2 more)',
      '',
      '### Changed',
      '',
      '- added operation GET /mails (`GET /mails`)',
    ])
  })

  it('gets a new section on top, which keeps handwritten text', () => {
    const first = withSection('', '1.0.0', 'The first version.')
    const second = withSection(first, '1.1.0', listOf(changes))
    expect(second.match(/^## .*/gm)).toEqual(['## 1.1.0', '## 1.0.0'])
    const told = second.replace('## 1.1.0\n', '## 1.1.0\n\nMuch faster.\n')
    const again = withSection(told, '1.1.0', 'Nothing.')
    expect(again).toContain('## 1.1.0\n\nMuch faster.\n')
    expect(again).not.toContain('removed it')
    expect(again.endsWith(first.slice(first.indexOf('## 1.0.0')))).toBe(true)
    expect(withSection(again, '1.1.0', 'Nothing.')).toBe(again)
  })

  it('has a section for the version of the contract', () => {
    expect(readFileSync('CHANGELOG.md', 'utf8')).toMatch(
      new RegExp(`^## ${before.info.version.replaceAll('.', '\\.')}$`, 'm'),
    )
  })
})

describe('npm run contract:diff', () => {
  const program = path.resolve('scripts/contract-diff/main.ts')
  let folder: string
  beforeEach(() => {
    folder = temporaryFolder()
    mkdirSync(path.join(folder, 'generated'))
    write(() => {})
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const git = (...args: string[]): void => {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false']
    execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'ignore' })
  }
  const write = (change: (document: Json) => void): void => {
    const document = structuredClone(before)
    document.info.version = '1.4.0'
    change(document)
    writeFileSync(path.join(folder, 'generated/openapi.json'), JSON.stringify(document))
  }
  const release = (): void => {
    git('init', '-q')
    git('add', '-A')
    git('commit', '-qm', 'A release')
    git('tag', 'v1.4.0')
  }
  const run = (...args: string[]): { status: number | null; said: string } => {
    // a parent directory may be a repository, too
    const env = { ...process.env, ...COMPILED, GIT_CEILING_DIRECTORIES: path.dirname(folder) }
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    return { status, said: stdout + stderr }
  }
  const changelog = (): string => readFileSync(path.join(folder, 'CHANGELOG.md'), 'utf8')
  const removeHtml = (document: Json): void => {
    delete schemas(document).Email.properties.html
  }

  it('reports a missing repository or base version, and how to fix it', () => {
    expect(run()).toEqual({ status: 0, said: expect.stringMatching(/NOTHING WAS COMPARED.*clone/) })
    git('init', '-q')
    git('add', '-A')
    git('commit', '-qm', 'No release')
    expect(run()).toEqual({ status: 0, said: expect.stringMatching(/NOTHING WAS COMPARED.*git fetch --tags/) })
    expect(run('--changelog').said).toContain('Updated the section of 1.4.0 in CHANGELOG.md')
    expect(changelog()).toMatch(/^## 1\.4\.0\n[\s\S]*The first version\.\n[\s\S]*\*\*Emails\*\*/m)
  })

  it('fails for breaking changes until the major version is raised', () => {
    release()
    write(document => {
      removeHtml(document)
      document.info.version = '1.5.0'
    })
    const refused = run('--changelog')
    expect(refused.status).toBe(1)
    expect(refused.said).toMatch(/removed property `html` in Response 200 \(`GET \/emails\/\{email_id\}`\)/)
    expect(refused.said).toContain('to 2.0.0 (it is 1.5.0)')
    write(document => {
      removeHtml(document)
      document.info.version = '2.0.0'
    })
    expect(run('--changelog')).toMatchObject({ status: 0 })
    expect(changelog()).toMatch(/^## 2\.0\.0\n[\s\S]*### Breaking\n\n- removed property `html`/m)
  })

  it('accepts compatible changes and an unchanged contract', () => {
    release()
    expect(run()).toEqual({ status: 0, said: expect.stringContaining('The contract did not change.') })
    write(document => (schemas(document).CreateTemplate.properties.kind = { type: 'string' }))
    expect(run()).toEqual({ status: 0, said: expect.stringContaining('- added property `kind`') })
  })
})
