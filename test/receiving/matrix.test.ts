// SMTP replies and stored emails: one row for each behavior. `>` sends a line, `>>` sends a JSON string without a line
// ending, `<` is a pattern for the next reply.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RETURN_PATHS, ReturnPaths } from '../../src/mail/bounces/return-path.ts'
import { serverSecret } from '../../src/base/store/server-secret.ts'
import { readRaw } from '../../src/inbound/receiving/actions.ts'
import { findReceivedRecord, listReceivedItems } from '../../src/inbound/receiving/store.ts'
import { addTeam } from '../../src/identity/teams/actions.ts'
import { clock } from '../support/clock.ts'
import { firstTeamOf } from '../support/people.ts'
import { aReceivingDomain } from '../support/receiving.ts'
import { type TestServer, startServer } from '../support/server.ts'
import { smtpTalk } from '../support/smtp-talk.ts'

const time = clock()
let server: TestServer
let team_id: string
let other_team: string
let forged: string

beforeAll(async () => {
  // a port without a name server: each lookup fails immediately
  server = await startServer({ SMTP_IN_PORT: '0', DNS_SERVERS: '127.0.0.1:9', SMTP_IN_MAX_MB: '10' }, { now: time.now })
  team_id = await firstTeamOf(server, server.admin.email)
  const made = { name: 'other', email: 'other@example.com', password_hash: '' }
  other_team = (await server.database.unit(tx => addTeam(tx, made, time.now()))).id
  await aReceivingDomain(server.database, team_id, 'rx.example.org', time.now())
  await aReceivingDomain(server.database, team_id, 'xn--bcher-kva.example', time.now())
  await aReceivingDomain(server.database, other_team, 'rx.example.net', time.now())
  const secret = await server.database.unit(tx => serverSecret(tx, RETURN_PATHS, time.now()))
  const unknown = new ReturnPaths(secret)
  forged = unknown.returnPathOf('5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10', 'send.rx.example.org', 'a@b.example')
})
afterAll(() => server.stop())

const E = '> EHLO mx.example.net\n< 250'
const M = `${E}\n> MAIL FROM:<bob@example.net>\n< 250`
const R = `${M}\n> RCPT TO:<in@rx.example.org>\n< 250`
const D = `${R}\n> DATA\n< 354`
/** Sends the content of an email after DATA. */
const data = (...pieces: string[]): string => `${D}\n>> ${JSON.stringify(pieces.join(''))}`
const HEAD = 'From: bob@example.net\r\nSubject: x\r\n\r\n'
const rcpt = (to: string, reply: string): string => `${M}\n> RCPT TO:<${to}>\n< ${reply}`
const sent = (to: string): string =>
  `${rcpt(to, '250')}\n> DATA\n< 354\n>> ${JSON.stringify(`${HEAD}x\r\n.\r\n`)}\n< 250`
const SMUGGLED =
  'MAIL FROM:<evil@example.net>\r\nRCPT TO:<in@rx.example.org>\r\nDATA\r\nFrom: evil@example.net\r\n\r\nevil\r\n.\r\n'

type Row = [title: string, script: string, stored?: number]

const GREETING: Row[] = [
  ['greets with its name', '< 220 [^ ]+ ESMTP'],
  ['accepts EHLO', E],
  ['accepts HELO', '> HELO mx.example.net\n< 250'],
  ['accepts an address literal as a name', '> EHLO [192.0.2.1]\n< 250'],
  ['accepts EHLO twice', `${E}\n${E}`],
  [
    'accepts lowercase commands',
    '> ehlo mx.example.net\n< 250\n> mail from:<bob@example.net>\n< 250\n> rcpt to:<in@rx.example.org>\n< 250',
  ],
  ['rejects EHLO without a name', '> EHLO\n< 501'],
  ['rejects EHLO with two names', '> EHLO a b\n< 501'],
  ['accepts an invalid name', '> EHLO a<b>\n< 250'],
  ['rejects MAIL before EHLO', '> MAIL FROM:<bob@example.net>\n< 503'],
  ['rejects RCPT before EHLO', '> RCPT TO:<in@rx.example.org>\n< 503'],
  ['rejects DATA before EHLO', '> DATA\n< 503'],
  ['rejects an unknown command', '> FOO\n< 500'],
  ['disconnects after ten unknown commands', `${E}\n${'> FOO\n< 500\n'.repeat(9)}> FOO\n< 421`],
  ['disconnects on an HTTP request', '> GET / HTTP/1.1\n< 421'],
  ['offers no login', '> AUTH PLAIN AGEAYg==\n< 50[02]'],
  ['offers no STARTTLS without a certificate', `${E}\n> STARTTLS\n< 50[02]`],
  ['rejects CHUNKING, which is not offered', `${R}\n> BDAT 10 LAST\n< 50[02]`],
  ['does not confirm addresses (VRFY)', `${E}\n> VRFY in@rx.example.org\n< 252`],
  ['does not list addresses (EXPN)', `${E}\n> EXPN list\n< 50[02]`],
  ['accepts NOOP', '> NOOP\n< 250'],
  ['accepts QUIT', `${E}\n> QUIT\n< 221`],
  ['discards a message at RSET', `${R}\n> RSET\n< 250\n> DATA\n< 503`],
  ['discards a message at EHLO', `${R}\n${E}\n> DATA\n< 503`],
]

const SENDERS: Row[] = [
  ['accepts the empty sender', `${E}\n> MAIL FROM:<>\n< 250`],
  ['accepts a sender at any domain', `${E}\n> MAIL FROM:<x@unknown.invalid>\n< 250`],
  ['rejects a sender without brackets', `${E}\n> MAIL FROM:bob@example.net\n< 501`],
  ['rejects an invalid sender', `${E}\n> MAIL FROM:<bob>\n< 501`],
  ['rejects a second sender', `${M}\n> MAIL FROM:<bob@example.net>\n< 503`],
  ['accepts a size within the limit', `${E}\n> MAIL FROM:<bob@example.net> SIZE=9999999\n< 250`],
  ['rejects a size over the limit immediately', `${E}\n> MAIL FROM:<bob@example.net> SIZE=10000001\n< 552`],
  ['rejects a size that is not a number', `${E}\n> MAIL FROM:<bob@example.net> SIZE=many\n< 501`],
  ['accepts 8BITMIME', `${E}\n> MAIL FROM:<bob@example.net> BODY=8BITMIME\n< 250`],
  ['rejects BINARYMIME', `${E}\n> MAIL FROM:<bob@example.net> BODY=BINARYMIME\n< 501`],
  ['accepts SMTPUTF8', `${E}\n> MAIL FROM:<bob@example.net> SMTPUTF8\n< 250`],
  ['rejects SMTPUTF8 with a value', `${E}\n> MAIL FROM:<bob@example.net> SMTPUTF8=1\n< 501`],
]

const RECIPIENTS: Row[] = [
  ['accepts any local part of a receiving domain', sent('any.thing+tag@rx.example.org'), 1],
  ['accepts postmaster of a receiving domain', sent('postmaster@rx.example.org'), 1],
  ['accepts an uppercase domain', sent('IN@RX.EXAMPLE.ORG'), 1],
  ['accepts an international domain in ASCII form', sent('in@xn--bcher-kva.example'), 1],
  ['accepts a local part that looks like a return path', sent('bounces+abc@rx.example.org'), 1],
  ['rejects an unknown domain', rcpt('in@unknown.example', '550')],
  ['rejects a subdomain', rcpt('in@sub.rx.example.org', '550')],
  ['rejects a parent domain', rcpt('in@example.org', '550')],
  ['rejects an address literal', rcpt('in@[127.0.0.1]', '550')],
  ['rejects a forged return path', rcpt('bounces+abc@send.example.org', '550')],
  ['does not relay with a percent sign', rcpt('a%unknown.example@other.example', '550')],
  ['does not relay with a source route', `${M}\n> RCPT TO:<@rx.example.org:in@unknown.example>\n< 550`],
  ['rejects an address without a domain', rcpt('in', '501')],
  ['rejects postmaster without a domain', rcpt('postmaster', '550')],
  ['rejects an empty recipient', rcpt('', '501')],
  ['rejects RCPT before MAIL', `${E}\n> RCPT TO:<in@rx.example.org>\n< 503`],
  ['rejects DATA without a recipient', `${M}\n> DATA\n< 503`],
  ['rejects DATA after rejected recipients only', `${rcpt('in@unknown.example', '550')}\n> DATA\n< 503`],
  [
    'accepts the other recipients when one is rejected',
    `${R}\n> RCPT TO:<in@unknown.example>\n< 550\n> DATA\n< 354\n>> ${JSON.stringify(`${HEAD}\r\n.\r\n`)}\n< 250`,
    1,
  ],
  [
    'disconnects after ten rejected recipients',
    `${M}\n${'> RCPT TO:<in@unknown.example>\n< 550\n'.repeat(9)}> RCPT TO:<in@unknown.example>\n< 421`,
  ],
  [
    'stores an email to two addresses of a team once',
    `${R}\n> RCPT TO:<two@rx.example.org>\n< 250\n> DATA\n< 354\n>> ${JSON.stringify(`${HEAD}\r\n.\r\n`)}\n< 250`,
    1,
  ],
  [
    'stores an email with a duplicate recipient once',
    `${R}\n> RCPT TO:<IN@rx.example.org>\n< 250\n> DATA\n< 354\n>> ${JSON.stringify(`${HEAD}\r\n.\r\n`)}\n< 250`,
    1,
  ],
  [
    'stores an email to two teams for each',
    `${R}\n> RCPT TO:<in@rx.example.net>\n< 250\n> DATA\n< 354\n>> ${JSON.stringify(`${HEAD}\r\n.\r\n`)}\n< 250`,
    2,
  ],
]

const MAIL: Row[] = [
  ['replies with the id of a stored email', `${data(HEAD, 'Hello\r\n.\r\n')}\n< 250 OK: stored as [\\da-f-]{36}`, 1],
  ['accepts an empty email', `${data('.\r\n')}\n< 250`, 1],
  ['accepts a header without a body', `${data('Subject: x\r\n.\r\n')}\n< 250`, 1],
  ['accepts a body without a header', `${data('\r\nbody\r\n.\r\n')}\n< 250`, 1],
  ['accepts arbitrary bytes', `${data(HEAD, '\u0000\u00ff\u0001\r\n.\r\n')}\n< 250`, 1],
  ['accepts a line of 100,000 characters', `${data(HEAD, 'a'.repeat(100_000), '\r\n.\r\n')}\n< 250`, 1],
  [
    'accepts two emails on one connection',
    `${data(HEAD, '1\r\n.\r\n')}\n< 250\n> MAIL FROM:<>\n< 250\n> RCPT TO:<in@rx.example.org>\n< 250\n> DATA\n< 354\n>> ${JSON.stringify(`${HEAD}2\r\n.\r\n`)}\n< 250`,
    2,
  ],
  [
    'accepts pipelined commands (PIPELINING)',
    `>> ${JSON.stringify('EHLO x.example\r\nMAIL FROM:<b@example.net>\r\nRCPT TO:<in@rx.example.org>\r\nDATA\r\n')}\n< 250\n< 250\n< 250\n< 354\n>> ${JSON.stringify(`${HEAD}x\r\n.\r\nQUIT\r\n`)}\n< 250\n< 221`,
    1,
  ],
  [
    'rejects an email in a mail loop',
    `${data('Received: from a by b\r\n'.repeat(51), HEAD, 'x\r\n.\r\n')}\n< 554 .*loop`,
  ],
  [
    'accepts an email that was relayed often',
    `${data('Received: from a by b\r\n'.repeat(50), HEAD, 'x\r\n.\r\n')}\n< 250`,
    1,
  ],
  ['rejects a bare LF', `${data(HEAD, 'a\nb\r\n.\r\n')}\n< 550 .*CRLF`],
  ['rejects a bare CR', `${data(HEAD, 'a\rb\r\n.\r\n')}\n< 550 .*CRLF`],
  ['rejects a bare LF in the header', `${data('From: b@example.net\nSubject: x\r\n\r\n.\r\n')}\n< 550 .*CRLF`],
  ['runs no command after LF . LF', `${data(HEAD, `a\n.\n${SMUGGLED}`)}\n< 550\n> NOOP\n< 250`],
  ['runs no command after LF . CRLF', `${data(HEAD, `a\n.\r\n${SMUGGLED}`)}\n< 550\n> NOOP\n< 250`],
  ['runs no command after CR . CR', `${data(HEAD, `a\r.\r${SMUGGLED}`)}\n< 550\n> NOOP\n< 250`],
  ['runs no command after CRLF . LF', `${data(HEAD, `a\r\n.\n${SMUGGLED}`)}\n< 550\n> NOOP\n< 250`],
  ['runs no command after CRLF . CR', `${data(HEAD, `a\r\n.\r${SMUGGLED}`)}\n< 550\n> NOOP\n< 250`],
  ['runs no command after CRLF NUL . CRLF', `${data(HEAD, `a\r\n\u0000.\r\n.\r\n`)}\n< 250\n> NOOP\n< 250`, 1],
]

/** The number of emails of both teams. */
async function count(): Promise<number> {
  await server.queue.idle()
  const lists = [team_id, other_team].map(id =>
    server.database.read(tx => listReceivedItems(tx, { team_id: id }, { limit: 100 })),
  )
  return (await Promise.all(lists)).flatMap(({ rows }) => rows).length
}

async function act(script: string): Promise<void> {
  const talk = await smtpTalk(server.mail_ports.reports!)
  let next: Promise<string> | undefined = Promise.resolve(talk.replies[0]!)
  try {
    for (const step of script.split('\n')) {
      if (step.startsWith('>> ')) {
        talk.send(Buffer.from(JSON.parse(step.slice(3)) as string, 'latin1'))
        next = undefined
      } else if (step.startsWith('> ')) next = talk.say(step.slice(2))
      else {
        expect(await (next ?? talk.reply()), step).toMatch(new RegExp(`^${step.slice(2)}`))
        next = undefined
      }
    }
  } finally {
    talk.end()
  }
}

describe.each([
  ['a greeting', GREETING],
  ['a sender', SENDERS],
  ['a recipient', RECIPIENTS],
  ['a message', MAIL],
])('%s', (_, rows) => {
  it.each(rows)('%s', async (_title, script, stored = 0) => {
    const before = await count()
    await act(script)
    expect((await count()) - before).toBe(stored)
  })
})

it('announces its capabilities', async () => {
  const talk = await smtpTalk(server.mail_ports.reports!)
  const replies: string[] = []
  talk.send('EHLO x.example\r\n')
  replies.push(await talk.reply())
  expect(replies[0]).toMatch(/^250 SIZE 10000000$/)
  talk.end()
})

it('rejects email to the return path of an unknown email', async () => {
  await act(rcpt(forged, '550'))
})

it('accepts 100 recipients and asks to send the others in another email', async () => {
  const steps = Array.from(
    { length: 101 },
    (_, index) => `> RCPT TO:<r${index}@rx.example.org>\n< ${index < 100 ? 250 : 452}`,
  )
  await act([M, ...steps].join('\n'))
})

it('rejects an email over the size limit after receiving it', async () => {
  const before = await count()
  const line = `${'a'.repeat(998)}\r\n`
  await act(`${D}\n>> ${JSON.stringify(`${HEAD}${line.repeat(10_000)}.\r\n`)}\n< 552\n> NOOP\n< 250`)
  expect(await count()).toBe(before)
})

it('stores the bytes of a large email including leading dots', async () => {
  const body = `${'.a line with a dot\r\n'.repeat(40_000)}end\r\n`
  await act(data(HEAD, body.replaceAll(/^\./gm, '..'), '.\r\n') + '\n< 250')
  await server.queue.idle()
  const { rows } = await server.database.read(tx => listReceivedItems(tx, { team_id }, { limit: 1 }))
  const whole = (await server.database.read(tx => findReceivedRecord(tx, { team_id, id: rows[0]!.id })))!
  const pieces: Buffer[] = []
  for await (const piece of readRaw(read => server.database.read(read), whole)) pieces.push(piece)
  expect(Buffer.concat(pieces).toString('latin1')).toBe(`${whole.trace}${HEAD}${body}`)
})

it.each([
  ['in@xn--bcher-kva.example', '', 'in@xn--bcher-kva.example'],
  ['in@bücher.example', ' SMTPUTF8', 'in@bücher.example'],
])('stores the recipient %s as given', async (to, more, named) => {
  const given = Buffer.from(`MAIL FROM:<bob@xn--bcher-kva.example>${more}\r\nRCPT TO:<${to}>\r\nDATA\r\n`)
  const ends = `< 250\n< 250\n< 354\n>> ${JSON.stringify(`${HEAD}x\r\n.\r\n`)}\n< 250`
  await act(`${E}\n>> ${JSON.stringify(given.toString('latin1'))}\n${ends}`)
  await server.queue.idle()
  const { rows } = await server.database.read(tx => listReceivedItems(tx, { team_id }, { limit: 1 }))
  expect(rows[0]!.received_for).toEqual([named])
})
