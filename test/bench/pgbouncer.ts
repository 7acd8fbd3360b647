// PgBouncer in front of PostgreSQL, in transaction mode, if the machine has the program.
import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { NOBODY } from '../support/postgres/binaries.ts'
import { freePort } from '../support/port.ts'

const STARTED_WITHIN_MS = 10_000

/** The URL of the same database through PgBouncer. */
export async function throughPgBouncer(database_url: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const { hostname, port, username, password, pathname } = new URL(database_url)
  const folder = mkdtempSync(path.join(tmpdir(), 'lettermill-pgbouncer-'))
  const [listen_port, users, file] = [
    await freePort(),
    path.join(folder, 'users.txt'),
    path.join(folder, 'pgbouncer.ini'),
  ]
  writeFileSync(users, `"${username}" "${password}"\n`)
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listen_port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 200
`,
  )
  // it refuses to run as root
  const isRoot = process.getuid?.() === 0
  if (isRoot) for (const each of [folder, users, file]) chownSync(each, NOBODY, NOBODY)
  const child = spawn('pgbouncer', [file], { stdio: 'ignore', ...(isRoot && { uid: NOBODY, gid: NOBODY }) })
  const ended = new Promise(resolve => child.once('exit', resolve))
  const url = `postgres://${username}:${password}@127.0.0.1:${listen_port}${pathname}`
  await untilThere(url)
  const stop = async (): Promise<void> => {
    child.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: `${url}?prepared=off`, stop }
}

async function untilThere(url: string): Promise<void> {
  for (const deadline = performance.now() + STARTED_WITHIN_MS; ; await pause(50)) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
  }
}
