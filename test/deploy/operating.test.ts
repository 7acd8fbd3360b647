// docs/operating.md: its commands work as described, its configurations are valid for their programs, and its metrics
// exist.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { anEmailBody } from '../support/emails.ts'
import { readExposition } from '../support/exposition.ts'
import { envOf, type Image, buildImage, readDockerfile } from '../support/image.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { freePort } from '../support/port.ts'
import { temporaryFolder } from '../support/folder.ts'

const KEY = 're_operating000000000000000000000'
const PAGE = readFileSync('docs/operating.md', 'utf8')
const DOCKER = fileURLToPath(new URL('../support/docker.js', import.meta.url))

interface Block {
  heading: string
  language: string
  code: string
}

const sections = PAGE.split(/^## /m).slice(1)
const blocks = sections.flatMap(section =>
  [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, code]): Block => ({
    heading: section.split('\n')[0]!,
    language: language!,
    code: code!,
  })),
)
const codeOf = (heading: string, language: string): string[] =>
  blocks.filter(each => each.heading === heading && each.language === language).map(({ code }) => code)

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

function aFolder(): string {
  const folder = temporaryFolder()
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs a part of the page unchanged in a folder; returns the output. */
async function ran(code: string, cwd: string, env: Record<string, string> = {}): Promise<string> {
  const child = spawn('sh', ['-euc', code], { cwd, env: { ...process.env, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
  const status = await new Promise<number | null>(resolve => child.once('close', resolve))
  expect([status, output]).toEqual([0, expect.any(String)])
  return output
}

describe('the operating guide', () => {
  it('has only commands that are tested here or listed as exceptions', () => {
    const commands = blocks.filter(({ language }) => language === 'sh').map(({ heading }) => heading)
    const tried = 'Docker, Docker, Docker, Compose, systemd, systemd, Backup, Restore'
    expect(commands.join(', ')).toBe(`${tried}, Retention`)
  })

  // the server shows it, too, without the other guides
  it('links only to its own sections', () => {
    const anchors = [...PAGE.matchAll(/^###? (.*)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    )
    const others = ['README.md', 'docs/settings.md'].map(file => readFileSync(file, 'utf8')).join('\n')
    const led = [...PAGE.matchAll(/\]\(([^)]+)\)/g)].map(([, to]) => to!)
    expect(led.length).toBeGreaterThan(10)
    for (const to of led) {
      const [file, anchor] = to.split('#')
      expect([file, anchors], to).toEqual(['', expect.arrayContaining([anchor])])
    }
    for (const [, anchor] of others.matchAll(/operating\.md#([\w-]+)/g)) expect(anchors).toContain(anchor)
  })
})

describe('the Docker commands', () => {
  let image: Image
  beforeAll(() => {
    image = buildImage('copied')
  })
  afterAll(() => image.remove())

  interface Container {
    folder: string
    run: (code: string) => Promise<string>
    send: (subject: string) => Promise<void>
    subjects: () => Promise<string[]>
  }

  async function aContainer(): Promise<Container> {
    const folder = aFolder()
    const [bin, PORT] = [path.join(folder, 'bin'), String(await freePort())]
    for (const name of ['bin', 'data']) mkdirSync(path.join(folder, name))
    copyFileSync(DOCKER, path.join(bin, 'docker'))
    chmodSync(path.join(bin, 'docker'), 0o755)
    writeFileSync(path.join(bin, 'package.json'), '{"type":"module"}')
    writeFileSync(path.join(folder, 'settings.env'), `PUBLIC_URL=https://mail.example.com\nBOOTSTRAP_API_KEY=${KEY}\n`)
    const env = {
      CONTAINER: folder,
      WORKDIR: image.workdir,
      IMAGE_ENV: JSON.stringify(envOf(readDockerfile().at(-1)!)),
      PORT,
      PATH: `${bin}:${path.dirname(process.execPath)}:${process.env.PATH}`,
    }
    const pid = path.join(folder, 'pid')
    closing.push(() => existsSync(pid) && spawnSync('kill', ['-KILL', readFileSync(pid, 'utf8')]))
    const ask = async (body?: object): Promise<{ data: { subject: string }[] }> => {
      const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
      const init = { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) }
      return (await fetch(`http://127.0.0.1:${PORT}/emails`, init)).json() as never
    }
    return {
      folder,
      run: code => ran(code, folder, env),
      send: async subject => void (await ask(anEmailBody({ subject }))),
      subjects: async () => (await ask()).data.map(({ subject }) => subject),
    }
  }

  it('start the server, back it up while it runs, and restore it', async () => {
    const { folder, run, send, subjects } = await aContainer()
    const [start, look_after, restore] = codeOf('Docker', 'sh')
    expect(await run(start!)).toContain('https://mail.example.com')
    await send('before')
    expect(await run(look_after!)).toContain('admin@localhost')
    expect(statSync(path.join(folder, 'lettermill-2026-12-01.db')).size).toBeGreaterThan(10_000)
    await send('after')
    expect(await subjects()).toEqual(['after', 'before'])
    await run(restore!)
    expect(await subjects()).toEqual(['before'])
    expect(existsSync(path.join(folder, 'data/backup.db'))).toBe(false)
  })

  it('of the Compose section do the same', async () => {
    const { folder, run, subjects } = await aContainer()
    expect(await run(codeOf('Compose', 'sh')[0]!)).toContain(KEY)
    expect(await subjects()).toEqual([])
    expect(statSync(path.join(folder, 'lettermill-2026-12-01.db')).size).toBeGreaterThan(10_000)
  })
})

describe('the systemd commands', () => {
  const [install, backup] = codeOf('systemd', 'sh')

  it('install the paths that the unit names', () => {
    const unit = readFileSync('deploy/lettermill.service', 'utf8')
    for (const [, named] of install!.matchAll(/(\/(?:opt|etc|var)\/[\w./-]*lettermill[\w.]*)/g))
      expect(unit).toContain(named)
    expect(install).toContain('npm ci --omit=dev')
    expect(existsSync('deploy/lettermill.service')).toBe(true)
    expect(install).toContain('cp deploy/lettermill.service ')
    expect(unit).toContain('\nUser=lettermill\n')
    expect(install).toContain(' lettermill\n')
  })

  it('create a backup as the user of the unit', async () => {
    const folder = aFolder()
    const server = await startServer({ DATA_DIR: folder })
    closing.push(() => server.stop())
    const command = backup!.replace('sudo -u lettermill ', 'env ').replaceAll('/var/lib/lettermill', folder)
    expect(command).not.toBe(backup)
    expect(await ran(command, process.cwd())).toContain(`${folder}/backup.db`)
  })
})

describe('the npm commands', () => {
  it('create a backup, restore it, and compact the database', async () => {
    const folder = aFolder()
    const data = path.join(folder, 'data')
    mkdirSync(path.join(folder, 'backups'))
    const run = (line: string): Promise<string> =>
      ran(line.replaceAll('/backups', path.join(folder, 'backups')), process.cwd(), { DATA_DIR: data })
    const server = await startServer({ DATA_DIR: data })
    await run(codeOf('Backup', 'sh')[0]!)
    await server.stop()
    rmSync(data, { recursive: true })
    const [into_empty, in_place, ...others] = codeOf('Restore', 'sh')[0]!.trim().split('\n')
    expect(others).toEqual([])
    expect(await run(into_empty!)).toContain('Start the server now')
    expect(await run(in_place!)).toContain('The previous database was moved to')
    expect(await run(codeOf('Retention', 'sh')[0]!)).toContain(' MB to ')
  })
})

describe('the proxy configuration', () => {
  const has = (program: string): boolean => spawnSync(program, ['-v'], { stdio: 'ignore' }).error === undefined
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ TRUSTED_PROXIES: '127.0.0.1' })
  })
  afterAll(() => server.stop())

  interface Answer {
    status: number
    text: string
  }

  /** From another address of this machine than the proxy's own. */
  function asked(port: string, from: string, method: string, where: string, body?: string, more = {}): Promise<Answer> {
    const headers = { host: 'mail.example.com', 'content-type': 'application/json', ...more }
    return new Promise((resolve, reject) => {
      const request = http.request(
        { host: '127.0.0.1', port, localAddress: from, method, path: where, headers },
        answer => {
          let text = ''
          answer
            .on('data', (part: Buffer) => (text += part.toString()))
            .on('end', () => resolve({ status: answer.statusCode!, text }))
        },
      )
      request.on('error', reject).end(body)
    })
  }

  async function untilThere(port: string, child: ChildProcess, said: () => string): Promise<void> {
    await expect
      .poll(
        () => {
          if (child.exitCode !== null) throw new Error(said())
          return asked(port, '127.0.0.1', 'GET', '/healthz').then(
            ({ status }) => status,
            () => 0,
          )
        },
        { timeout: 60_000 },
      )
      .toBe(200)
  }

  async function aProxy(command: string, args: string[], port: string, cwd: string): Promise<void> {
    const child = spawn(command, args, { cwd, env: { ...process.env, HOME: cwd }, stdio: 'pipe' })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
    const ended = new Promise(resolve => child.once('close', resolve))
    closing.push(async () => {
      child.kill('SIGTERM')
      await ended
    })
    await untilThere(port, child, () => output)
  }

  /** Checks what every proxy in front of the server must forward and must block. */
  async function works(port: string, network: number): Promise<void> {
    const from = `127.0.${network}.1`
    const key = { authorization: `Bearer ${server.key}` }
    // as large as an email can be, with each letter escaped
    const large = JSON.stringify(anEmailBody({ html: 'é' })).replace('é', '\\u00e9'.repeat(1_990_000))
    expect((await asked(port, from, 'POST', '/emails', large, key)).status).toBe(200)
    const long = await asked(
      port,
      from,
      'GET',
      `/oauth/authorize?state=${'x'.repeat(30_000)}&client_id=none&redirect_uri=http%3A%2F%2F127.0.0.1`,
    )
    expect([long.status, long.text]).toEqual([400, expect.stringContaining('client_id')])
    expect((await asked(port, from, 'GET', '/docs')).status).toBe(200)
    // a client that sends another forwarded address each time still counts as one
    const register = (address: string, forwarded: string): Promise<Answer> =>
      asked(
        port,
        address,
        'POST',
        '/oauth/register',
        JSON.stringify({ client_name: 'X', redirect_uris: ['http://127.0.0.1/'] }),
        {
          'x-forwarded-for': forwarded,
        },
      )
    let last: Answer = { status: 201, text: '' }
    for (let number = 0; number < 500 && last.status === 201; number++)
      last = await register(from, `203.0.113.${number % 250}`)
    expect([last.status, last.text]).toEqual([429, expect.stringContaining('from this address')])
    expect((await register(`127.0.${network}.2`, '203.0.113.1')).status).toBe(201)
  }

  it.skipIf(!has('nginx'))('of nginx works unchanged (skipped if nginx is not installed)', async () => {
    const [folder, port] = [aFolder(), String(await freePort())]
    // its workers run as an unprivileged user if root starts it
    chmodSync(folder, 0o755)
    const printed = codeOf('Reverse proxy', 'nginx')[0]!
    const here = printed
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
      .replaceAll(/^ *ssl_certificate.*\n/gm, '')
      .replace('127.0.0.1:3000', `127.0.0.1:${server.port}`)
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      name => `${name}_temp_path ${folder}/${name};`,
    )
    const whole = `daemon off; error_log stderr; pid ${folder}/pid;\nevents {}\nhttp {\naccess_log off; ${paths.join(' ')}\n${here}\n}\n`
    writeFileSync(path.join(folder, 'nginx.conf'), whole)
    await aProxy('nginx', ['-p', folder, '-c', path.join(folder, 'nginx.conf')], port, folder)
    await works(port, 1)
  })

  it.skipIf(!has('caddy'))('of Caddy works unchanged (skipped if Caddy is not installed)', async () => {
    const [folder, port] = [aFolder(), String(await freePort())]
    const here = codeOf('Reverse proxy', 'caddy')[0]!
      .replace('{\n', '{\n\tadmin off\n\tauto_https off\n')
      .replace('mail.example.com', `http://mail.example.com:${port}`)
      .replace('127.0.0.1:3000', `127.0.0.1:${server.port}`)
    writeFileSync(path.join(folder, 'Caddyfile'), here)
    await aProxy('caddy', ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile'], port, folder)
    await works(port, 2)
  })

  it('contains the settings that the server needs', () => {
    const nginx = codeOf('Reverse proxy', 'nginx')[0]!
    expect(nginx).toContain('X-Forwarded-For $proxy_add_x_forwarded_for')
    expect(Number(/client_max_body_size (\d+)m/.exec(nginx)![1]) * 1024 * 1024).toBeGreaterThan(13_000_000)
    const idle_s = http.createServer().keepAliveTimeout / 1000
    for (const [, seconds] of PAGE.matchAll(/keepalive(?:_timeout)? (\d+)s/g))
      expect(Number(seconds)).toBeLessThan(idle_s)
  })
})

describe('the monitoring section', () => {
  it('names existing metrics and labels', async () => {
    const server = await startServer({
      METRICS_TOKEN: 'a-token-for-tests',
      SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
      BACKUP_EVERY_HOURS: '1',
    })
    closing.push(() => server.stop())
    const scrape = async (): Promise<ReturnType<typeof readExposition>> =>
      readExposition((await server.call('GET', '/metrics', { key: 'a-token-for-tests' })).body)
    for (const late of ['lettermill_relay_up', 'lettermill_backup_newest_timestamp_seconds'])
      await expect.poll(async () => (await scrape()).has(late)).toBe(true)
    const families = await scrape()
    const section = sections.find(each => each.startsWith('Metrics\n'))!
    const told = [...section.matchAll(/\b((?:lettermill|process|nodejs)_\w+)(?:\{([^}`]*)\})?/g)]
    for (const [, name, labels = ''] of told) {
      // the first has no code if there was no reply, and the second exists on PostgreSQL
      // (test/server/postgres/roles.test.ts)
      if (name === 'lettermill_relay_reply_code' || name === 'lettermill_workers') continue
      const family = families.get(name!)
      expect(family, name).toBeDefined()
      const all = family!.series.map(series => series.labels)
      for (const [, label, value] of labels.matchAll(/(\w+)(?:!?="([^"]*)")?/g)) {
        const values = all.map(each => each[label!])
        expect(
          values.some(each => each !== undefined),
          `${name}{${label}}`,
        ).toBe(true)
        if (value !== undefined && label !== 'status') expect(values, `${name}{${label}}`).toContain(value)
      }
    }
    const printed = new Set(told.map(([, name]) => name))
    for (const name of families.keys()) expect(printed, name).toContain(name)
  })
})
