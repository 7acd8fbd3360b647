// Received email, stored as the SMTP server and the parser store it.
import { createHash } from 'node:crypto'
import { storeReceivedEmail } from '../../src/inbound/receiving/actions.ts'
import { bodySummary } from '../../src/inbound/receiving/reading/summary.ts'
import type { ReadEmail } from '../../src/inbound/receiving/rules.ts'
import { storeContent } from '../../src/mail/attachments/actions.ts'
import { findByHashes } from '../../src/mail/attachments/store/blobs.ts'
import type { TestServer } from './server.ts'

type ReceivedInput = Partial<Omit<ReadEmail, 'files' | 'html' | 'text'>> & {
  html?: string | null
  text?: string | null
  /** Stores the body in a separate row, like large bodies. */
  isApart?: boolean
  files?: readonly AFile[]
  raw?: string | Buffer
  recipients?: string[]
}

export interface AFile {
  filename?: string | null
  content_type?: string
  content_id?: string | null
  content_disposition?: string | null
  content: Buffer | string
}

type StoredFile = Pick<TestServer, 'database' | 'now'>

async function blobOf({ database, now }: StoredFile, team_id: string, content: Buffer | string): Promise<string> {
  const bytes = Buffer.from(content as Buffer)
  const hash = createHash('sha256').update(bytes).digest('hex')
  await storeContent({ database, now }, team_id, { hash, bytes })
  return (await database.read(tx => findByHashes({ tx, team_id }, [hash]))).get(hash)!.id
}

/** Stores one email and returns its id. */
export async function receive(server: StoredFile, team_id: string, given: ReceivedInput = {}): Promise<string> {
  const { html = null, text = 'Hello', isApart = false, files = [], raw = 'Subject: Hi\r\n\r\nHello', ...rest } = given
  const blob = (content: Buffer | string): Promise<string> => blobOf(server, team_id, content)
  const stored = []
  for (const { content, ...file } of files) {
    const named = { filename: 'a.txt', content_type: 'text/plain', content_id: null, content_disposition: 'attachment' }
    stored.push({ ...named, ...file, size: Buffer.byteLength(content), blob_id: await blob(content) })
  }
  const { recipients = ['in@rx.example.org'], ...read } = rest
  const reading: ReadEmail = {
    state: 'read',
    from_address: 'bob@example.net',
    from_name: 'Bob',
    to: ['in@rx.example.org'],
    cc: [],
    bcc: [],
    reply_to: [],
    received_for: [],
    subject: 'Hi',
    message_id: '<q1@example.net>',
    in_reply_to: [],
    references: [],
    snippet: 'Hello',
    words: bodySummary({ html, text }).words,
    is_automatic: false,
    verdict: 'ok',
    authentication: { spf: 'pass', dkim: 'gray', dmarc: 'gray' },
    problems: [],
    trace: 'Return-Path: <bob@example.net>\r\n',
    headers: [['from', 'Bob <bob@example.net>']],
    html: isApart ? null : html,
    text: isApart ? null : text,
    html_blob_id: isApart && html !== null ? await blob(html) : null,
    text_blob_id: isApart && text !== null ? await blob(text) : null,
    ...read,
    files: stored,
  }
  const arrival = {
    team_id,
    domain_id: '00000000-0000-4000-8000-000000000001',
    envelope_from: 'bounce@example.net',
    recipients,
    peer: { ip: '192.0.2.1', helo: 'mx.example.net', protocol: 'ESMTP' },
    raw_blob_id: await blob(raw),
    bytes: Buffer.byteLength(raw),
    created_at: server.now().toISOString(),
  }
  return server.database.unit(tx => {
    const id = tx.newId('received_emails')
    return storeReceivedEmail({ tx, team_id, now: server.now() }, { id, ...arrival }, reading)
  })
}
