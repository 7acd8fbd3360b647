// Every invalid setting ends the start immediately, with one sentence that names the setting and a valid value.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverProcess } from '../support/process.ts'
import { freePort } from '../support/port.ts'
import { temporaryFolder } from '../support/folder.ts'

const START = fileURLToPath(new URL('../../src/start.js', import.meta.url))
const STARTS = fileURLToPath(new URL('../support/bad-starts.ts', import.meta.url))
const WITHIN_MS = 60_000
const folder = temporaryFolder()
const at = (name: string): string => path.join(folder, name)
const taken = net.createServer()
let taken_port: number

beforeAll(async () => {
  writeFileSync(at('file'), '')
  mkdirSync(at('closed'))
  chmodSync(at('closed'), 0o555)
  mkdirSync(at('directory.db'))
  symlinkSync(at('nowhere'), at('dangling'))
  mkdirSync(at('foreign'))
  writeFileSync(at('foreign/lettermill.db'), '')
  chmodSync(at('foreign/lettermill.db'), 0o400)
  await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', resolve))
  taken_port = (taken.address() as net.AddressInfo).port
})
afterAll(() => {
  starts?.child.kill()
  taken.close()
  chmodSync(at('closed'), 0o755)
  rmSync(folder, { recursive: true, force: true })
})

interface Ended {
  code: number | null
  said: string
}

/** Drops the privileges of root, because root may open every file and port. */
const WITHOUT_RIGHTS = ['setpriv', '--bounding-set', '-all', '--inh-caps', '-all']

async function started(env: Record<string, string>): Promise<Ended> {
  const [command, ...args] = [...(process.getuid?.() === 0 ? WITHOUT_RIGHTS : []), process.execPath, START]
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, PORT: String(await freePort()), DATA_DIR: at('good'), ...env },
  })
  let said = ''
  child.stderr.on('data', part => (said += part))
  const impatient = setTimeout(() => child.kill('SIGKILL'), WITHIN_MS)
  const code = await new Promise<number | null>(resolve => child.once('close', resolve))
  clearTimeout(impatient)
  return { code, said: said.trim() }
}

/** Runs the same start in one shared process, and returns the error it ends with. */
async function startedAmongOthers(env: Record<string, string>): Promise<string> {
  const whole = { PORT: String(await freePort()), DATA_DIR: at('good'), ...env }
  starts ??= aProcessOfStarts()
  starts.child.stdin.write(`${JSON.stringify(whole)}\n`)
  const { value } = await starts.answers.next()
  return JSON.parse(value as string) as string
}

let starts: ReturnType<typeof aProcessOfStarts> | undefined

function aProcessOfStarts() {
  const [command, ...args] = [...(process.getuid?.() === 0 ? WITHOUT_RIGHTS : []), process.execPath, STARTS]
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  return { child, answers: createInterface({ input: child.stdout })[Symbol.asyncIterator]() }
}

const secret = 'hunter2-secret'

describe.runIf(process.platform === 'linux')('a wrong setting', () => {
  it.each<[string, () => Record<string, string>, RegExp]>([
    ['PORT out of range', () => ({ PORT: '99999' }), /^PORT is "99999": it must be a whole number from 0 to 65535\.$/],
    ['a privileged PORT', () => ({ PORT: '80' }), /^PORT is 80, which requires more privileges\. .*1024/],
    [
      'PORT in use',
      () => ({ PORT: String(taken_port) }),
      /^PORT is \d+, which is in use on 127\.0\.0\.1\. .*another port/,
    ],
    [
      'HOST of another machine',
      () => ({ HOST: '192.0.2.1' }),
      /^HOST is 192\.0\.2\.1, which is not an address of this machine\. /,
    ],
    ['HOST that is not a name', () => ({ HOST: 'no such host' }), /^HOST is no such host, .*127\.0\.0\.1/],
    [
      'DATA_DIR, a file',
      () => ({ DATA_DIR: at('file') }),
      /^DATA_DIR is .*file, which is a file and not a folder\. .*\.\/data/,
    ],
    [
      'DATA_DIR below a file',
      () => ({ DATA_DIR: at('file/x') }),
      /^DATA_DIR is .*\/x, where a folder cannot be created \(ENOTDIR\)\. /,
    ],
    [
      'DATA_DIR, dangling',
      () => ({ DATA_DIR: at('dangling') }),
      /^DATA_DIR is .*, where a folder cannot be created \(EEXIST\)/,
    ],
    ['DATA_DIR, closed', () => ({ DATA_DIR: at('closed') }), /^DATA_DIR is .*closed, which is not writable \(EACCES\)/],
    [
      'DATA_DIR below a closed folder',
      () => ({ DATA_DIR: at('closed/x') }),
      /^DATA_DIR is .*\/x, where a folder cannot be created \(EACCES\)/,
    ],
    [
      'DATA_DIR under /proc',
      () => ({ DATA_DIR: '/proc/x' }),
      /^DATA_DIR is \/proc\/x, where a folder cannot be created/,
    ],
    ['DATA_DIR, /proc', () => ({ DATA_DIR: '/proc' }), /^DATA_DIR is \/proc, which is not writable/],
    ['DATA_DIR under /sys', () => ({ DATA_DIR: '/sys/x' }), /^DATA_DIR is \/sys\/x, where a folder cannot be created/],
    [
      'an unreadable database',
      () => ({ DATA_DIR: at('foreign') }),
      /^DATA_DIR is .*, where lettermill\.db is not readable .*EACCES/,
    ],
    [
      'DATABASE_URL, a folder',
      () => ({ DATABASE_URL: `sqlite:${at('directory.db')}` }),
      /^DATABASE_URL is .*, which is not a file/,
    ],
    [
      'DATABASE_URL below a file',
      () => ({ DATABASE_URL: `sqlite:${at('file/x.db')}` }),
      /^DATABASE_URL is .*x\.db, which is a file/,
    ],
    [
      'SMTP_URL',
      () => ({ SMTP_URL: `http://a:${secret}@b` }),
      /^SMTP_URL is invalid\. The URL of an SMTP relay must be smtp:/,
    ],
  ])('is reported for %s', async (_what, env, sentence) => {
    const said = await startedAmongOthers(env())
    expect(said).toMatch(sentence)
    expect(said.split('\n')).toHaveLength(1)
    expect(said).not.toContain('hunter2')
  })

  it.each<[string, () => Record<string, string>, RegExp]>([
    ['found when it is read', () => ({ PORT: '99999', SMTP_URL: `http://a:${secret}@b` }), /^PORT is "99999": /],
    ['found when it is used', () => ({ DATA_DIR: at('closed') }), /^DATA_DIR is .*closed, which is not writable/],
  ])('that is %s ends the process', async (_when, env, sentence) => {
    const { code, said } = await started(env())
    expect([code, said]).toEqual([1, expect.stringMatching(sentence)])
    expect(said).not.toContain('hunter2')
  })

  it('keeps the key of the first start: nothing is created before the address is known to be free', async () => {
    const DATA_DIR = at('first')
    expect((await started({ DATA_DIR, PORT: String(taken_port) })).code).toBe(1)
    expect(existsSync(DATA_DIR)).toBe(false)
    const server = await serverProcess({ DATA_DIR, PORT: String(await freePort()) })
    expect(server.output()).toMatch(/API key +re_\w+/)
    await server.stop()
  })
})

describe('the start', () => {
  const hints = { SMTP_URI: 'smtp://x', PUBLICURL: 'https://x', HOSTNAME: 'box', HOME: '/' }
  const outputs: Record<string, string> = {}

  /** Three starts in sequence, with the same folder. */
  beforeAll(async () => {
    const starts: Record<string, Record<string, string>> = {
      first: hints,
      again: { ADMIN_PASSWORD: 'correct horse battery', SMTP_URL: 'smtp://relay.invalid' },
      named: { MAIL_HOST: 'mail.example.com' },
    }
    for (const [name, env] of Object.entries(starts)) {
      const server = await serverProcess({ DATA_DIR: at('hints'), PORT: String(await freePort()), ...env })
      await server.stop()
      outputs[name] = server.output()
    }
  })

  it.each([
    ['with a relay', 'again', 40],
    ['without one', 'first', 30],
  ])('warns %s about the missing host name in the records of domains', (_, name, level) => {
    const told = outputs[name]!.split('\n').filter(line => line.includes('domains cannot be verified'))
    expect(told).toHaveLength(1)
    expect(JSON.parse(told[0]!)).toMatchObject({
      level,
      mail_host: 'localhost',
      msg: expect.stringContaining('Set MAIL_HOST'),
    })
  })

  it('does not warn with MAIL_HOST', () => {
    expect(outputs.named).toContain('listening')
    expect(outputs.named).not.toContain('MAIL_HOST')
  })

  it('suggests the correct names of misspelled settings, and warns about a late password', () => {
    const hinted = [...outputs.first!.matchAll(/unknown setting (\w+); did you mean (\w+)\?/g)]
    expect(hinted.map(([, name, meant]) => [name, meant])).toEqual([
      ['SMTP_URI', 'SMTP_URL'],
      ['PUBLICURL', 'PUBLIC_URL'],
    ])
    expect(outputs.first).not.toContain('ADMIN_PASSWORD')
    expect(outputs.again).toContain('ADMIN_PASSWORD ignored after the first start')
    expect(outputs.again).not.toContain('correct horse')
  })
})
