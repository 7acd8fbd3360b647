// Installation from scratch, with the commands of the Dockerfile, the systemd unit and the README. It needs a registry
// or npm's cache.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { execForm, buildImage, readDockerfile, argumentsOf } from '../../support/image.ts'
import { untilReady } from '../../support/process.ts'
import { freePort } from '../../support/port.ts'
import { temporaryFolder } from '../../support/folder.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

function aFolder(): string {
  const folder = temporaryFolder()
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts the server, waits until it is ready and stops it by signal; returns the exit code. */
async function lives(start: (env: Record<string, string>) => ReturnType<typeof spawn>): Promise<number | null> {
  const PORT = String(await freePort())
  const DATA_DIR = aFolder()
  const child = start({ PORT, DATA_DIR, SQLITE_TMPDIR: DATA_DIR })
  closing.push(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (part: Buffer) => (output += part.toString()))
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  await untilReady(`http://127.0.0.1:${PORT}`, child, () => output)
  child.kill('SIGTERM')
  return ended
}

/** The files of the repository, and nothing else. */
function checkedOut(): string {
  const folder = aFolder()
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 10_000_000 })
  for (const file of stdout.split('\0').filter(each => each !== '' && existsSync(each))) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    cpSync(file, path.join(folder, file))
  }
  return folder
}

describe('an installation from scratch', () => {
  it('with the commands of the Dockerfile runs', async () => {
    const image = buildImage('commands')
    closing.push(() => image.remove())
    expect(existsSync(path.join(image.workdir, 'node_modules/vitest'))).toBe(false)
    const words = execForm(argumentsOf(readDockerfile().at(-1)!, 'CMD')!)
    expect(await lives(env => image.run(words, env))).toBe(0)
  })

  const mayMount = spawnSync('unshare', ['-m', 'true']).status === 0

  it.skipIf(!mayMount)('runs with only a writable data folder (skipped without permission to mount)', async () => {
    const image = buildImage('copied')
    closing.push(() => image.remove())
    const words = execForm(argumentsOf(readDockerfile().at(-1)!, 'CMD')!)
    const closed =
      'mount --bind "$DATA_DIR" "$DATA_DIR" && mount -o remount,ro,bind / && ! touch /tmp/x 2>&- && exec "$@"'
    let data = ''
    const inside = (command: string[], more: Record<string, string>): ReturnType<typeof spawn> => {
      data = more.DATA_DIR!
      const env = { ...image.env, ...more }
      return spawn('unshare', ['-m', 'sh', '-c', closed, 'sh', ...command], {
        cwd: image.workdir,
        env,
        stdio: 'pipe',
      })
    }
    expect(await lives(env => inside(words, env))).toBe(0)
    const compact = inside([...words, 'compact'], { DATA_DIR: data, SQLITE_TMPDIR: data })
    expect(await new Promise(resolve => compact.once('close', resolve))).toBe(0)
  })

  it('without development packages runs, with `npm start` and with the command of the unit', async () => {
    const cwd = checkedOut()
    const { status, stderr } = spawnSync('npm', ['ci', '--omit=dev'], { cwd, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, expect.any(String)])
    expect(existsSync(path.join(cwd, 'node_modules/vitest'))).toBe(false)
    const env = { PATH: process.env.PATH!, HOME: process.env.HOME! }
    const unit = /^ExecStart=(.*)$/m.exec(readFileSync('deploy/lettermill.service', 'utf8'))![1]!
    const [program, ...words] = unit.replace('/opt/lettermill', cwd).split(' ')
    expect(await lives(more => spawn('npm', ['start'], { cwd, env: { ...env, ...more } }))).toBe(0)
    expect(await lives(more => spawn(program!, words, { cwd, env: { ...env, ...more } }))).toBe(0)
  })
})
