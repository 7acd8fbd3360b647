// The sets of tests: each file is in a set, and the check before a merge runs all of them.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Project, projectsOf, testFiles } from './sets.ts'
import { postgresFor } from './support/postgres/binaries.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

/** The files that a command of package.json would run, in the format of vitest: `<project> <file>`. */
function runBy(script: string): string[] {
  const [program, , ...options] = scripts[script]!.replaceAll("'", '').split(' ')
  expect(program).toBe('vitest')
  const args = ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json', ...options]
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env: { PATH: process.env.PATH } })
  const listed = JSON.parse(stdout) as { file: string; projectName: string }[]
  return listed.map(
    ({ file, projectName }) => `${projectName} ${file.replaceAll('\\', '/').replace(/^.*\/test\//, 'test/')}`,
  )
}

const hasPostgres = postgresFor() !== undefined
const planned = testFiles()
  .flatMap(file => projectsOf(file).map(project => ({ file, project })))
  .filter(({ project }) => hasPostgres || !project.endsWith('postgres'))
const named = (found: typeof planned): string[] => found.map(({ project, file }) => `${project} ${file}`).toSorted()
const isChecked = (project: Project): boolean => project.startsWith('check-')

describe('each test file', () => {
  it('is run by `npm test` or by `npm run check`, except those that take an hour', () => {
    const unrun = testFiles().filter(file => projectsOf(file).length === 0)
    expect(unrun.filter(file => !file.startsWith('test/faults/long/'))).toEqual([])
    expect(unrun.length).toBeGreaterThan(0)
  })

  it('runs once per database', () => {
    for (const file of testFiles()) {
      const projects = projectsOf(file).map(project => project.replace(/^check-/, '').replace('alone', 'once'))
      expect(projects, file).toEqual([...new Set(projects)])
    }
  })
})

it.each<[file: string, projects: Project[]]>([
  // of a new module
  ['test/webhooks/contract.test.ts', ['once', 'check-postgres']],
  ['test/webhooks/contract/list.test.ts', ['once', 'check-postgres']],
  ['test/webhooks/rules.test.ts', ['once']],
  ['test/webhooks/jobs/posting.test.ts', ['once', 'check-postgres']],
  ['test/webhooks/jobs.test.ts', ['once', 'check-postgres']],
  ['test/queue/jobs/webhooks.test.ts', ['once', 'postgres']],
  ['test/webhooks/store.test.ts', ['once', 'postgres']],
  ['test/webhooks/postgres/plans.test.ts', ['postgres']],
  ['test/browser/webhooks.test.ts', ['once']],
  ['test/browser/chromium-webhooks.test.ts', ['check-once']],
  ['test/clients/webhooks.test.ts', ['check-once']],
  ['test/faults/webhooks.test.ts', ['check-once']],
  ['test/faults/postgres/webhooks.test.ts', ['check-postgres']],
  ['test/store/sqlite/webhooks.test.ts', ['once']],
  ['test/webhooks.test.ts', ['once']],
])('a file %s would be run in %j', (file, projects) => {
  expect(projectsOf(file)).toEqual(projects)
})

describe('npm', () => {
  it('runs everything with `test` except the files left to the check', () => {
    expect(runBy('test').toSorted()).toEqual(named(planned.filter(({ project }) => !isChecked(project))))
  })

  it('runs everything with `check`', () => {
    expect(readFileSync('scripts/check.ts', 'utf8')).toContain("run('tests', 'npm', ['run', '-s', 'test:all'])")
    expect(runBy('test:all').toSorted()).toEqual(named(planned))
  })
})
