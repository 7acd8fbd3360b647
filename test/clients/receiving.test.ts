// Received emails in the published SDK, command line and MCP server, unmodified and in separate processes.
import { spawn } from 'node:child_process'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLI, type CommandLine, commandLine } from '../support/cli.ts'
import { type MailSink, mailSink } from '../support/mail-sink.ts'
import { type Mcp, startMcp } from '../support/mcp.ts'
import { type NameServer, zoneServer } from '../support/dns.ts'
import { aReceivingDomain, newestReceived, receive } from '../support/receiving.ts'
import { runSdkProgram, type SdkRun } from '../support/sdk.ts'
import { aTeam, startServer, type TestServer } from '../support/server.ts'
import { waitUntil } from '../support/wait-until.ts'

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/)
const RAW = [
  'From: Bob <bob@example.net>',
  'To: in@rx.example.org',
  'Subject: Where is it?',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain',
  '',
  'I ordered it.',
  '--b',
  'Content-Type: application/pdf',
  'Content-Disposition: attachment',
  'Content-Transfer-Encoding: base64',
  '',
  'YSBmaWxl',
  '--b--',
  '',
].join('\r\n')

let server: TestServer
let sink: MailSink
let names: NameServer
let team: { team_id: string; key: string }
beforeAll(async () => {
  sink = await mailSink()
  names = await zoneServer({})
  server = await startServer({ SMTP_URL: sink.url, SMTP_IN_PORT: '0', DNS_SERVERS: names.address })
  team = await aTeam(server)
  await aReceivingDomain(server.database, team.team_id, 'rx.example.org', server.now())
  await receive(server, 'in@rx.example.org', 'From: Bob <bob@example.net>\r\nSubject: First\r\n\r\nHi\r\n')
  await receive(server, 'in@rx.example.org', RAW)
})
afterAll(async () => {
  await server.stop()
  await sink.close()
  await names.close()
})

/** Waits for the email and returns its id. */
async function came(subject: string): Promise<string> {
  await receive(server, 'in@rx.example.org', `From: Bob <bob@example.net>\r\nSubject: ${subject}\r\n\r\nHi\r\n`)
  return (await newestReceived(server.database, team.team_id)).id
}
const known = (): Pick<TestServer, 'url' | 'key'> => ({ url: server.url, key: team.key })

describe('the SDK', () => {
  let answers: SdkRun['answers']
  beforeAll(async () => {
    answers = await runSdkProgram('receiving-program.ts', known())
  })

  it('lists and retrieves them', () => {
    const subjects = (data: { subject: string }[]): string[] => data.map(({ subject }) => subject)
    expect([subjects(answers.list.data), answers.list.has_more]).toEqual([['Where is it?', 'First'], false])
    expect([subjects(answers.page.data), answers.page.has_more]).toEqual([['Where is it?'], true])
    expect(answers.get).toMatchObject({ object: 'email', text: 'I ordered it.', html: null, html_format: 'data_uri' })
    expect(answers['get unknown'].error).toMatchObject({ statusCode: 404, message: 'Email not found' })
  })

  it('lists, retrieves, downloads and shares their attachments', () => {
    expect(answers.attachments.data).toMatchObject([{ filename: null, size: 6, content_disposition: 'attachment' }])
    expect(answers.attachment).toMatchObject({ object: 'attachment', content_type: 'application/pdf' })
    expect([answers.download, answers.share]).toEqual(['a file', 200])
  })

  it('forwards them, inline and as an attachment', async () => {
    expect(answers.forward).toMatchObject({ data: { id: UUID }, error: null })
    expect(answers.wrapped).toMatchObject({ data: { id: UUID }, error: null })
    const mails = await Promise.all((await sink.received(2)).map(({ raw }) => PostalMime.parse(raw)))
    const [one, other] = mails.toSorted((first, second) => (first.subject! > second.subject! ? -1 : 1))
    expect([one!.subject, one!.text?.trim(), other!.subject]).toEqual([
      'Where is it?',
      'I ordered it.',
      'Fwd: Where is it?',
    ])
    expect(Buffer.from(one!.attachments[0]!.content as ArrayBuffer).toString()).toBe('a file')
    // the parser opens a message within a message
    expect(mails.flatMap(({ attachments }) => attachments.map(({ filename }) => filename))).toContain(
      'forwarded_message.eml',
    )
  })
})

describe('the command line', () => {
  let cli: CommandLine
  beforeAll(() => {
    cli = commandLine(known())
  })
  afterAll(() => cli.end())

  it('lists and retrieves them and their attachments', async () => {
    const { data } = await cli.resend('emails', 'receiving', 'list')
    const { id } = data.find(({ subject }: { subject: string }) => subject === 'Where is it?')
    expect(await cli.resend('emails', 'receiving', 'get', id)).toMatchObject({ id, text: 'I ordered it.' })
    const files = await cli.resend('emails', 'receiving', 'attachments', id)
    expect(files.data).toMatchObject([{ size: 6 }])
    const file = await cli.resend('emails', 'receiving', 'attachment', id, files.data[0].id)
    expect(await (await fetch(file.download_url)).text()).toBe('a file')
  })

  it('listens and prints emails when they arrive', async () => {
    const listening = spawn(process.execPath, [CLI, 'emails', 'receiving', 'listen', '--interval', '2', '--json'], {
      env: cli.env,
    })
    let printed = ''
    listening.stdout.on('data', piece => (printed += piece))
    const asked = (): number => server.logged().split('"path":"/emails/receiving"').length - 1
    const before = asked()
    try {
      await waitUntil(() => asked() > before)
      const ids = [await came('New 1'), await came('New 2')]
      await waitUntil(() => printed.split('\n').length > 2)
      const lines = printed
        .trim()
        .split('\n')
        .map(line => JSON.parse(line))
      expect(lines.map(({ id, subject }) => [id, subject])).toEqual([
        [ids[0], 'New 1'],
        [ids[1], 'New 2'],
      ])
    } finally {
      listening.kill('SIGKILL')
    }
  })
})

describe('the MCP server', () => {
  let mcp: Mcp
  beforeAll(async () => {
    mcp = await startMcp({ RESEND_API_KEY: team.key, RESEND_BASE_URL: server.url })
  })
  afterAll(() => mcp?.stop())

  it('lists and retrieves them and their attachments', async () => {
    const listed = await mcp.call('list-received-emails', {})
    expect(listed).toContain('Where is it?')
    const { data } = (await server.call('GET', '/emails/receiving', { key: team.key })).body
    const { id } = data.find(({ subject }: { subject: string }) => subject === 'Where is it?')
    expect(await mcp.call('get-received-email', { id })).toContain('I ordered it.')
    const files = await mcp.call('list-received-email-attachments', { emailId: id })
    const file = /ID: ([0-9a-f-]{36})/.exec(files)![1]!
    expect(await mcp.call('get-received-email-attachment', { emailId: id, id: file })).toContain('application/pdf')
  })
})
