// A real PostgreSQL for tests and measurements: started from the packages on a free port, with a data folder that is
// deleted when it stops.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '../port.ts'
import { NOBODY, postgresFor, startable } from './binaries.ts'

const STARTED_WITHIN_MS = 60_000
const PASSWORD = 'postgres'

/**
 * Durability has its defaults: fsync, full_page_writes and synchronous_commit are on. A test database lives for
 * seconds, so autovacuum is off and checkpoints are rare.
 */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '600',
  shared_buffers: '64MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  lc_messages: 'C',
  timezone: 'UTC',
}

export interface Cluster {
  /** The URL of the database `postgres`, to create others. */
  url: string
  port: number
  /** The process id of the postmaster. */
  pid: number
  /** Restarts without waiting for connections, like a restart of the machine. */
  restart(): Promise<void>
  /** Stops immediately and deletes the folder. */
  stop(): Promise<void>
}

/** `settings` are those of postgresql.conf. */
export async function startCluster(settings: Readonly<Record<string, string>> = {}): Promise<Cluster> {
  const packages = postgresFor()
  if (packages === undefined) throw new Error('The packages have no PostgreSQL for this machine')
  const asNobody = process.getuid?.() === 0
  const owner = asNobody ? { uid: NOBODY, gid: NOBODY } : {}
  // next to the folder of the tests, which the unprivileged user cannot access
  const beside = process.env.TESTS_TMPDIR === undefined ? tmpdir() : path.dirname(process.env.TESTS_TMPDIR)
  const folder = mkdtempSync(path.join(beside, `lettermill-postgres-${process.pid}-`))
  if (asNobody) chownSync(folder, NOBODY, NOBODY)
  const from = startable(packages, folder, asNobody)
  const data = path.join(folder, 'data')
  const run = { cwd: folder, env: { LC_ALL: 'C', PATH: process.env.PATH }, ...owner }
  const command = (name: string): string => path.join(from, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  initialize()
  const port = await freePort()
  const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`
  const options = Object.entries({ ...SETTINGS, port: String(port), ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  let { child, exited } = start()
  await untilUp()

  /** Uses a common collation as the default, so that code that needs another one has to specify it. */
  function initialize(): void {
    const password = path.join(folder, 'password')
    writeFileSync(password, PASSWORD)
    if (asNobody) chownSync(password, NOBODY, NOBODY)
    chmodSync(password, 0o600)
    const order = ['--locale=C', '--locale-provider=icu', '--icu-locale=en-US', '--encoding=UTF8']
    const access = ['--username=postgres', `--pwfile=${password}`, '--auth=scram-sha-256', '--set=scram_iterations=1']
    const { status, stdout, stderr, error } = spawnSync(command('initdb'), [...order, ...access, '-D', data], {
      ...run,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`PostgreSQL could not be set up: ${stdout}${stderr}`, { cause: error })
  }

  function start() {
    const server = spawn(command('postgres'), ['-D', data, ...options], { ...run, stdio: ['ignore', 'ignore', 'pipe'] })
    const said: string[] = []
    server.stderr.setEncoding('utf8').on('data', (part: string) => void (said.push(part) > 50 && said.shift()))
    // the parent process may exit without cleanup
    const endToo = (): void => void server.kill('SIGQUIT')
    process.once('exit', endToo)
    const ended = new Promise<void>(resolve => {
      server.once('exit', () => {
        process.off('exit', endToo)
        resolve()
      })
    })
    return { child: Object.assign(server, { said: () => said.join('') }), exited: ended }
  }

  async function untilUp(): Promise<void> {
    const deadline = performance.now() + STARTED_WITHIN_MS
    while (performance.now() < deadline) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}:\n${child.said()}`)
      const client = new Client({ connectionString: url })
      try {
        await client.connect()
        await client.end()
        return
      } catch {
        await pause(20)
      }
    }
    throw new Error(`PostgreSQL was not ready in time:\n${child.said()}`)
  }

  async function end(): Promise<void> {
    child.kill('SIGQUIT')
    await exited
  }

  return {
    url,
    port,
    get pid() {
      return child.pid!
    },
    restart: async () => {
      await end()
      ;({ child, exited } = start())
      await untilUp()
    },
    stop: async () => {
      await end()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
