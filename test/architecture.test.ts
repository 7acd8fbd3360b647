// Architecture rules: allowed dependencies between modules, which files are pure, and that each operation has tests.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { DECLARED_SCOPES } from '../generated/scopes.ts'
import { methodsOf } from '../scripts/openapi.ts'
import { MIGRATION_NAMES } from '../src/base/store/migrations.ts'
import {
  CYCLES,
  HOMONYMS,
  LONG_FUNCTIONS,
  NO_VERBS,
  MODULES_IN_CYCLES,
  MODULES_IN_TYPE_CYCLES,
  UPWARD,
} from './support/exceptions.ts'
import { readSource } from './support/sources.ts'

/** From the bottom up: a layer imports only from itself and from the layers before it. */
const LAYERS = [
  'base',
  'identity',
  'engagement',
  'audience',
  'mail',
  'inbound',
  'campaigns',
  'integrations',
  'watch',
  'interfaces',
  'app',
]
/** Folders of the base that are pure, like the rules of modules. */
const PURE_FOLDERS = ['base/text', 'base/limits', 'base/rate-limits', 'base/rules', 'base/operation']
const FRAMEWORKS = ['koa', '@koa/router', 'openapi-backend', 'knex', 'better-sqlite3']
/**
 * The only files of a module that use the database, besides those in a folder store/. The last two belong together: the
 * effects of an automation's steps.
 */
const EFFECT_FILES = ['handlers.ts', 'store.ts', 'jobs.ts', 'subscribers.ts', 'actions.ts', 'perform.ts', 'simulate.ts']
/** The files of a module that only the application connects: to operations, the queue and signals. */
const ENTRY_POINTS = ['handlers.ts', 'jobs.ts', 'subscribers.ts']
/** Loading a package lazily reads nothing and writes nothing. */
const LAZY = 'base/runtime/lazy.ts'

interface Import {
  to: string
  type: boolean
}

const files = readdirSync('src', { recursive: true })
  .map(file => String(file).replaceAll('\\', '/'))
  .filter(file => file.endsWith('.ts'))
const layerOf = (file: string): string => (file.includes('/') ? file.split('/')[0]! : '')
/** A folder of a layer. Files directly in a layer belong to a module with the layer's name. */
const moduleOf = (file: string): string => file.split('/').slice(0, -1).slice(0, 2).join('/')
const isModule = (file: string): boolean => !['', 'base', 'interfaces', 'app'].includes(layerOf(file))
/** A file either has effects or is pure. */
const hasEffects = (file: string): boolean =>
  EFFECT_FILES.includes(path.basename(file)) || path.dirname(file).endsWith('/store')
const isPure = (file: string): boolean => isModule(file) && !hasEffects(file)
const source = (file: string): string => readFileSync(path.join('src', file), 'utf8')
/** The source without comments. */
const code = (file: string): string => source(file).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')

function importsOf(file: string): Import[] {
  return [...source(file).matchAll(/^(?:import|export) (type )?(?:[^'";]*? from )?'([^']+)'/gm)].map(
    ([, type, to]) => ({
      type: type !== undefined,
      to: to!.startsWith('.') ? path.posix.join(path.posix.dirname(file), to!) : to!,
    }),
  )
}

const outside = (file: string): Import[] => importsOf(file).filter(({ type }) => !type)

describe.each(files.filter(isPure))('%s is pure', file => {
  it('has no clock, no randomness and no environment, and awaits nothing', () => {
    expect(code(file)).not.toMatch(
      /Date\.now|new Date\(\)|Math\.random|randomUUID|randomBytes|process\.|\bawait\b|\bfetch\(/,
    )
  })

  it('imports only pure modules', () => {
    for (const { to } of outside(file)) {
      const ours = files.includes(to)
      const thinks = isPure(to) || to === LAZY || (PURE_FOLDERS.includes(moduleOf(to)) && !hasEffects(to))
      expect(!ours || thinks, `${file} -> ${to}`).toBe(true)
      expect(['node:fs', 'node:net', 'node:http', 'node:child_process'], `${file} -> ${to}`).not.toContain(to)
    }
  })
})

describe.each(files.filter(isModule))('the module file %s', file => {
  it('imports no entry point of another module, and no interface or framework', () => {
    for (const { to, type } of importsOf(file)) {
      expect(FRAMEWORKS, `${file} -> ${to}`).not.toContain(to)
      if (type) continue
      const foreign = files.includes(to) && isModule(to) && moduleOf(to) !== moduleOf(file)
      if (foreign) expect(ENTRY_POINTS, `${file} -> ${to}`).not.toContain(path.basename(to))
    }
  })
})

describe('signals', () => {
  const importers = (to: RegExp): string[] => files.filter(file => importsOf(file).some(each => to.test(each.to)))
  const rooms = (importing: string[]): string[] => [...new Set(importing.filter(isModule).map(moduleOf))]

  it('are recorded in modules that do not import their subscribers, not even as types', () => {
    expect(rooms(importers(/^base\/store\/signals\/record\.ts$/))).toEqual(
      expect.arrayContaining(['audience/contacts', 'mail/emails', 'campaigns/events']),
    )
    expect(rooms(importers(/^campaigns\/automations\//))).toEqual(['campaigns/automations'])
    const hear = ['campaigns/automations', 'campaigns/events']
    expect(hear).toEqual(expect.arrayContaining(rooms(importers(/^campaigns\/events\//))))
  })

  it('are connected to their subscribers in one table', () => {
    expect(importers(/^(?!app\/).+\/subscribers\.ts$/)).toEqual(['app/subscribers.ts'])
    expect(importers(/^app\/subscribers\.ts$/)).toEqual(['app/server.ts'])
  })
})

describe.each(files.filter(file => layerOf(file) === 'interfaces'))('the interface file %s', file => {
  it('imports no entry point of a module', () => {
    for (const { to } of outside(file)) {
      if (files.includes(to) && isModule(to)) expect(ENTRY_POINTS, `${file} -> ${to}`).not.toContain(path.basename(to))
    }
  })
})

describe('pages', () => {
  const below = (folder: string): string[] => files.filter(file => file.startsWith(folder))
  const known = (folder: string): string[] => below(folder).flatMap(file => importsOf(file).map(({ to }) => to))

  it('are rendered by code that imports neither pages nor data, not even as types', () => {
    expect(below('base/drawing/').length).toBeGreaterThan(5)
    expect(known('base/drawing/').filter(to => files.includes(to) && !/^base\/(?:drawing|html)\//.test(to))).toEqual([])
  })

  it('import the UI and session code, and not the reverse', () => {
    expect(
      known('interfaces/dashboard/ui/').filter(to =>
        /^interfaces\/dashboard\/(?:pages\/|page\.ts|routes\.ts)/.test(to),
      ),
    ).toEqual([])
    expect(
      known('interfaces/dashboard/session/').filter(to => /^interfaces\/dashboard\/(?:pages|ui)\//.test(to)),
    ).toEqual([])
  })

  it('are in the folder of their path', () => {
    // the login is at the root, and its form is in every menu
    const elsewhere: Record<string, string> = { '': 'login', logout: 'login' }
    const addresses = below('interfaces/dashboard/pages/').flatMap(file =>
      [
        ...source(file).matchAll(
          /(?:(?:page|Page)\('(?:GET|POST) |export const \w+ = resource\(\{\s+path: ')\/([^'/]*)/gm,
        ),
      ].map(([, first]) => ({
        file,
        first: first!,
      })),
    )
    expect(addresses.length).toBeGreaterThan(30)
    for (const { file, first } of addresses) {
      expect(file, first).toMatch(new RegExp(`^interfaces/dashboard/pages/${elsewhere[first] ?? first}(?:/.*)?\\.ts$`))
    }
  })
})

describe('the source', () => {
  it('reads the environment in one file', () => {
    const readers = files.filter(file => /process\.env/.test(source(file)))
    expect(readers).toEqual(['main.ts'])
  })

  it('uses a sandbox or a mock only through their commands', () => {
    expect(files.filter(file => /['"](?:\.\.?\/)+scripts\//.test(source(file)))).toEqual(['main.ts'])
  })

  it('names no scope: the contract defines scopes and their permissions', () => {
    const named = files.filter(file => DECLARED_SCOPES.some(({ name }) => code(file).includes(name)))
    expect(named).toEqual([])
  })

  it('opens outgoing connections only in net/', () => {
    const modules = ['dgram', 'dns', 'dns/promises', 'http', 'http2', 'https', 'net', 'tls']
    const OPENING = ['nodemailer', ...modules.map(name => `node:${name}`)]
    const openers = files.filter(file => outside(file).some(({ to }) => OPENING.includes(to)))
    expect(openers.every(file => moduleOf(file) === 'base/net')).toBe(true)
  })

  it('registers the handlers of operations only with openapi-backend', () => {
    const importers = files.filter(file => outside(file).some(({ to }) => to === 'openapi-backend'))
    expect(importers).toEqual(['backend', 'router', 'validator'].map(name => `interfaces/http/contract/${name}.ts`))
    const wiring = code('interfaces/http/contract/backend.ts')
    expect(wiring).toContain('extends OpenAPIBackend')
    for (const name of ['register', 'registerSecurityHandler', 'handleRequest'])
      expect(
        files.filter(file => code(file).includes(`.${name}(`)),
        name,
      ).toEqual(['interfaces/http/contract/backend.ts'])
  })

  it('imports each name from the file that defines it', () => {
    const reexporting = files.filter(file => /^export (?:type )?(?:\{[^}]*\}|\*) from/m.test(code(file)))
    expect(reexporting).toEqual([])
  })

  it('has no file over 400 lines', () => {
    expect(files.filter(file => source(file).split('\n').length > 400)).toEqual([])
  })
})

const document = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
const operations: string[] = methodsOf(document).map(({ operation }) => operation.operationId)

describe('the source, except for listed exceptions that only decrease,', () => {
  const sources = new Map(files.map(file => [file, readSource(file)]))
  const all = [...sources]
  /** Migrations stay as they were written. */
  const living = all.filter(([file]) => !file.startsWith('base/store/migrations/'))

  /** Files that are reachable from the given one, including itself if it is part of a cycle. */
  const reachable = (from: string): Set<string> => {
    const reached = new Set(sources.get(from)!.imports)
    for (const file of reached) for (const to of sources.get(file)?.imports ?? []) reached.add(to)
    return reached
  }

  it('has no cycle between files, not even of types', () => {
    const reached = new Map(files.map(file => [file, reachable(file)]))
    const cycles = files
      .filter(file => reached.get(file)!.has(file))
      .map(file => files.filter(other => reached.get(file)!.has(other) && reached.get(other)!.has(file)).toSorted())
    expect([...new Set(cycles.map(cycle => cycle.join(' ')))].toSorted()).toEqual(CYCLES)
  })

  /** Modules that are reachable from each one, including itself if it is part of a cycle. */
  const reachableRooms = (known: (file: string) => Import[]): Map<string, Set<string>> => {
    const direct = new Map<string, Set<string>>()
    for (const file of files.filter(each => layerOf(each) !== '')) {
      const others = known(file).filter(({ to }) => files.includes(to) && moduleOf(to) !== moduleOf(file))
      const rooms = direct.get(moduleOf(file)) ?? new Set<string>()
      direct.set(moduleOf(file), new Set([...rooms, ...others.map(({ to }) => moduleOf(to))]))
    }
    for (const reached of direct.values())
      for (const each of reached) for (const to of direct.get(each)!) reached.add(to)
    return direct
  }
  const inCircles = (known: (file: string) => Import[]): string[] =>
    [...reachableRooms(known)].flatMap(([from, reached]) => (reached.has(from) ? [from] : [])).toSorted()

  it('has no cycle between modules at run time', () => {
    expect(inCircles(outside)).toEqual(MODULES_IN_CYCLES)
  })

  it('has no cycle between modules, not even of types', () => {
    expect(inCircles(importsOf)).toEqual(MODULES_IN_TYPE_CYCLES)
  })

  it('has layers that import only those below them, not even types of others', () => {
    const up = files.flatMap(file =>
      importsOf(file)
        .filter(({ to }) => files.includes(to) && LAYERS.indexOf(layerOf(file)) < LAYERS.indexOf(layerOf(to)))
        .map(({ to }) => `${file} -> ${to}`),
    )
    expect(up.filter(each => !each.startsWith('main.ts')).toSorted()).toEqual(UPWARD)
    expect([...new Set(files.map(layerOf))].toSorted()).toEqual(['', ...LAYERS].toSorted())
  })

  it('exports no name from two modules, except operations', () => {
    const owners = new Map<string, string[]>()
    for (const [file, { exports }] of living) {
      for (const name of exports) owners.set(name, [...(owners.get(name) ?? []), file])
    }
    const homonyms = [...owners].filter(([name, { length }]) => length > 1 && !operations.includes(name))
    expect(homonyms.map(([name]) => name).toSorted()).toEqual(HOMONYMS)
  })

  it('has no function over 70 lines', () => {
    const long = living.flatMap(([file, { functions }]) =>
      functions.filter(({ lines }) => lines > 70).map(({ name }) => `${file} ${name}`),
    )
    expect(long.toSorted()).toEqual(LONG_FUNCTIONS)
  })

  it('names async functions with a verb', () => {
    const participles = all.flatMap(([file, { functions }]) =>
      functions.filter(({ name, awaits }) => awaits && /^#?[a-z]+ed$/.test(name)).map(({ name }) => `${file} ${name}`),
    )
    expect(participles.toSorted()).toEqual(NO_VERBS)
  })
})

describe('every operation', () => {
  const tests = readdirSync('test', { recursive: true })
    .map(file => String(file).replaceAll('\\', '/'))
    .filter(file => /^[^/]+\/contract(\.test|\/.+\.test)\.ts$/.test(file))
    .map(file => readFileSync(path.join('test', file), 'utf8'))
    .join('\n')
  it.each(operations)('%s is tested', id => {
    expect(tests).toMatch(new RegExp(String.raw`describe\('(?:\w+ and )?${id}(?: and \w+)?'`))
  })
})

it('a new database has each migration (if not: npm run generate)', () => {
  const taken = [
    ...readFileSync('generated/baseline.sql', 'utf8').matchAll(/^insert into "knex_migrations".*'(\d{4}_\w+)'/gm),
  ]
  expect(taken.map(([, name]) => name)).toEqual(MIGRATION_NAMES)
})
