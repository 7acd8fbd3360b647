import { createPrivateKey } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { dkimVerify } from 'mailauth'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { SigningDomain } from '../../src/base/net/dkim-signatures.ts'
import { type MailMessage, readMessage } from '../../src/base/net/mail-message.ts'
import { signMessage } from '../../src/base/threads/signatures.ts'

const NOW = new Date()
const records = new Map<string, string>()
const signing: SigningDomain[] = []

beforeAll(async () => {
  // real key pairs, where tests use prepared ones otherwise
  const { newDkimKeyPairs } = await vi.importActual<typeof import('../../src/base/secrets/dkim-keys.ts')>(
    '../../src/base/secrets/dkim-keys.ts',
  )
  for (const domain of ['one.example', 'two.example']) {
    const pairs = await newDkimKeyPairs()
    for (const { algorithm, public_key } of pairs)
      records.set(`${algorithm}._domainkey.${domain}`, `v=DKIM1; k=${algorithm}; p=${public_key}`)
    const keys = pairs.map(({ algorithm, private_key }) => {
      return {
        algorithm,
        selector: algorithm,
        key: createPrivateKey({ key: private_key, format: 'der', type: 'pkcs8' }),
      }
    })
    signing.push({ domain, keys })
  }
})

function messageFrom(domain: string, body: MailMessage['body'], subject = 'Hello'): MailMessage {
  const head = Buffer.from(`From: ada@${domain}\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\n`)
  return { head, body, bytes: 0 }
}

async function verified(message: MailMessage): Promise<string[]> {
  const resolver = async (name: string) => [[records.get(name) ?? '']]
  const { results } = (await dkimVerify(await readMessage(message), { resolver })) as {
    results: { algo: string; signingDomain: string; status: { result: string } }[]
  }
  return results.map(({ algo, signingDomain, status }) => `${algo} ${signingDomain} ${status.result}`)
}

const TEAM = 'team'
const both = (domain: string): string[] => [`rsa-sha256 ${domain} pass`, `ed25519-sha256 ${domain} pass`]

describe('signMessage', () => {
  it('does not delay one email of a team behind all emails of another', async () => {
    const signed: string[] = []
    const sign = async (team_id: string): Promise<void> => {
      await signMessage(team_id, messageFrom('one.example', Buffer.from('x\r\n')), signing[0]!, NOW)
      signed.push(team_id)
    }
    await Promise.all([...Array<string>(320).fill('many'), 'one'].map(sign))
    expect(signed.indexOf('one')).toBeLessThanOrEqual(64)
  })

  it('signs a batch, each email with the keys of its own domain', async () => {
    const signed = await Promise.all(
      Array.from({ length: 70 }, (_, index) => {
        const keys = signing[index % 2]!
        const pieces = [`line ${index}  of a\t\r\n`, '\r\n\r\n', 'last \r\n\r\n'].map(text => Buffer.from(text))
        const body = index % 7 === 0 ? () => piecesOf(pieces) : Buffer.concat(pieces)
        return signMessage(TEAM, messageFrom(keys.domain, body, `Mail ${index}`), keys, NOW)
      }),
    )
    for (const [index, message] of signed.entries()) {
      expect(await verified(message)).toEqual(both(signing[index % 2]!.domain))
      expect(message.head.toString()).toContain(`Subject: Mail ${index}\r\n`)
    }
  })

  it.each([
    ['nothing', []],
    ['an empty piece', [Buffer.alloc(0)]],
    ['a piece that ends within a line end', [Buffer.from('a \r'), Buffer.from('\n b\r\n')]],
    ['pieces of one byte', [...Buffer.from('\r\n a\t b \t\r\n \r\n\r\n.c\rd \r\n\t\r\n')].map(byte => Buffer.of(byte))],
    ['many pieces', Array.from({ length: 50 }, () => Buffer.alloc(65_536, 'a line of words\r\n'))],
  ])('signs a body that is streamed in pieces: %s', async (_, pieces) => {
    const message = await signMessage(
      TEAM,
      messageFrom('one.example', () => piecesOf(pieces)),
      signing[0]!,
      NOW,
    )
    expect(await verified(message)).toEqual(both('one.example'))
  })

  it.each([
    ['lines without anything to change', 'a line\r\n\r\nand another\r\n'],
    ['one empty line', '\r\n'],
    ['nothing but empty lines', ' \r\n\t\r\n\r\n'],
    ['empty lines at its end', 'a line\r\n\r\n'],
    ['no line end', 'a line'],
    ['a space at its end', 'a line '],
  ])('signs a body of %s', async (_, body) => {
    const message = await signMessage(TEAM, messageFrom('one.example', Buffer.from(body)), signing[0]!, NOW)
    expect(await verified(message)).toEqual(both('one.example'))
  })

  it.each([
    ['a letter whose last byte is a space in Latin-1', 'voilà'],
    ['spaces and tabs around it', ' \ta  b\t '],
    ['several lines', 'a\r\n \tb\r\n\t c'],
    ['what looks like another header', 'a: b\r\n From: eve@evil.example'],
  ])('signs a header of %s', async (_, subject) => {
    const message = await signMessage(TEAM, messageFrom('one.example', Buffer.from('x\r\n'), subject), signing[0]!, NOW)
    expect(await verified(message)).toEqual(both('one.example'))
  })

  it('throws the error of a streamed body, and signs the next one', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('a line\r\n')
      throw new Error('The file is gone')
    }
    await expect(signMessage(TEAM, messageFrom('one.example', broken), signing[0]!, NOW)).rejects.toThrow(
      'The file is gone',
    )
    const next = await signMessage(
      TEAM,
      messageFrom('one.example', () => piecesOf([Buffer.from('a line\r\n')])),
      signing[0]!,
      NOW,
    )
    expect(await verified(next)).toEqual(both('one.example'))
  })

  it('runs on a thread', async () => {
    const sign = (): Promise<MailMessage> =>
      signMessage(TEAM, messageFrom('one.example', Buffer.from('a line\r\n')), signing[0]!, NOW)
    await sign()
    const [own_us, all_us] = [ownUs(), allUs()]
    await Promise.all(Array.from({ length: 300 }, sign))
    expect(ownUs() - own_us).toBeLessThan((allUs() - all_us) / 2)
  })
})

describe('the signing code', () => {
  it('is loaded only by threads', () => {
    const files = readdirSync('src', { recursive: true })
      .map(String)
      .filter(file => file.endsWith('.ts'))
    const importers = (name: RegExp): string[] =>
      files.filter(file => {
        const imports =
          readFileSync(path.join('src', file), 'utf8').match(/^import (?!type )[^;]*? from '[^']+'/gm) ?? []
        return imports.some(each => name.test(each))
      })
    expect(importers(/\/dkim-signatures\.ts'/)).toEqual([path.join('base', 'threads', 'sign-mails.ts')])
    expect(importers(/\/sign-mails\.ts'/)).toEqual([])
    expect(readFileSync('src/base/threads/tasks.ts', 'utf8')).toContain("at('./sign-mails.ts')")
  })
})

async function* piecesOf(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces
}

/** Processor time of this thread, and of all threads. */
const ownUs = (): number => sumOf(process.threadCpuUsage())
const allUs = (): number => sumOf(process.cpuUsage())
const sumOf = ({ user, system }: NodeJS.CpuUsage): number => user + system
