// Inboxes of a team, and received emails as they are after parsing.
import { storeReceivedEmail } from '../../src/inbound/receiving/actions.ts'
import type { ReadEmail } from '../../src/inbound/receiving/rules.ts'
import { bodySummary } from '../../src/inbound/receiving/reading/summary.ts'
import { addVerifiedDomain } from '../../src/identity/domains/actions.ts'
import { firstTeamOf } from './people.ts'
import type { Reply, TestServer } from './server.ts'

interface Mail {
  from?: string
  name?: string | null
  to?: string[]
  subject?: string | null
  id?: string | null
  refs?: string[]
  in_reply_to?: string[]
  text?: string | null
  html?: string | null
  verdict?: 'ok' | 'spam'
  files?: number
  /** Other results of the parser. */
  more?: Partial<ReadEmail>
}

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000001'
let mails = 0

/** The operations of a team on inboxes at one of its domains. */
export async function inboxesOf(server: TestServer, domain: string, team?: { team_id: string; key: string }) {
  const team_id = team?.team_id ?? (await firstTeamOf(server, server.admin.email))
  await server.database.unit(tx => addVerifiedDomain(tx, { team_id, name: domain, receiving: true }, server.now()))
  const ask = (method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply> =>
    server.call(method, path, {
      ...(team && { key: team.key }),
      ...(body !== undefined && { body }),
      ...(headers && { headers }),
    })
  const anInbox = async (local = 'help', more: object = {}): Promise<string> => {
    const { status, body } = await ask('POST', '/inboxes', { email_address: `${local}@${domain}`, ...more })
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body.id
  }
  const receive = (mail: Mail = {}): Promise<string> => receiveFor(server, team_id, `help@${domain}`, mail)
  const threads = async (inbox: string, query = ''): Promise<Reply['body'][]> =>
    (await ask('GET', `/inboxes/${inbox}/threads${query}`)).body.data
  const unread = async (inbox: string): Promise<number> => (await ask('GET', `/inboxes/${inbox}`)).body.unread
  return { ask, anInbox, receive, threads, unread, team_id, domain }
}

export async function receiveFor(
  { database, now }: TestServer,
  team_id: string,
  address: string,
  {
    from = 'mira@example.net',
    name = null,
    to = [address],
    subject = 'Hello',
    refs = [],
    in_reply_to = [],
    ...mail
  }: Mail,
): Promise<string> {
  const number = ++mails
  const { id: message_id = `<m${number}@example.net>`, text = 'It works.', html = null, verdict = 'ok' } = mail
  const files = Array.from({ length: mail.files ?? 0 }, (_, index) => ({
    filename: `file-${index}.txt`,
    content_type: 'text/plain',
    content_id: null,
    content_disposition: 'attachment',
    size: 5,
    blob_id: UNKNOWN_ID,
  }))
  const arrival = {
    team_id,
    domain_id: UNKNOWN_ID,
    envelope_from: from,
    recipients: to,
    peer: { ip: '192.0.2.1', helo: 'mx.example.net', protocol: 'ESMTP' },
    raw_blob_id: UNKNOWN_ID,
    bytes: 100,
    created_at: now().toISOString(),
  }
  const reading = {
    state: 'read' as const,
    from_address: from,
    from_name: name,
    to,
    cc: [],
    bcc: [],
    reply_to: [],
    received_for: [],
    subject,
    message_id,
    in_reply_to,
    references: refs,
    ...bodySummary({ html, text }),
    is_automatic: false,
    verdict,
    authentication: null,
    problems: [],
    trace: '',
    headers: [],
    html,
    text,
    html_blob_id: null,
    text_blob_id: null,
    files,
    ...mail.more,
  }
  return database.unit(tx => {
    const id = tx.newId('received_emails')
    return storeReceivedEmail({ tx, team_id, now: now() }, { id, ...arrival }, reading)
  })
}
