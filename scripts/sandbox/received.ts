// A received email in a sandbox, which no mail server can reach: it is stored as one that was parsed.
import type { Schemas } from '../../generated/api.ts'
import type { Server } from '../../src/app/server.ts'
import { storeReceivedEmail } from '../../src/inbound/receiving/actions.ts'
import { bodySummary } from '../../src/inbound/receiving/reading/summary.ts'
import { IncomingContent } from '../../src/mail/attachments/store/incoming.ts'

/** The id of no row. */
const NONE = '00000000-0000-4000-8000-00000000000a'
const FILE = 'Order 8, 1 kg'

/** The received email in the examples. */
export async function receiveExamples(
  { database }: Pick<Server, 'database'>,
  team_id: string,
  shown: Schemas['ReceivedEmail'],
  now: () => Date,
): Promise<void> {
  const { from, to, subject, message_id, html, text, headers, authentication, attachments } = shown
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const raw = Buffer.from([...lines, '', text, ''].join('\r\n'))
  const blobOf = (bytes: Buffer): Promise<string> =>
    new IncomingContent({ database, now }, [team_id]).finish(bytes, async (_tx, of) => of.get(team_id)!.id)
  const [raw_blob_id, blob_id] = [await blobOf(raw), await blobOf(Buffer.from(FILE))]
  const at = now()
  const arrival = {
    team_id,
    domain_id: NONE,
    envelope_from: from,
    recipients: to,
    peer: { ip: '192.0.2.1', helo: 'mx.example.net', protocol: 'ESMTP' },
    raw_blob_id,
    bytes: raw.length,
    created_at: at.toISOString(),
  }
  const files = attachments.map(({ filename, content_type, content_id, content_disposition }) => {
    return { filename, content_type, content_id, content_disposition, size: FILE.length, blob_id }
  })
  await database.unit(tx =>
    storeReceivedEmail(
      { tx, team_id, now: at },
      { id: tx.newId('received_emails'), ...arrival },
      {
        state: 'read',
        from_address: from,
        from_name: 'Bob',
        to,
        cc: [],
        bcc: [],
        reply_to: [],
        received_for: [],
        subject,
        message_id,
        in_reply_to: [],
        references: [],
        ...bodySummary({ html, text }),
        is_automatic: false,
        verdict: 'ok',
        authentication,
        problems: [],
        trace: `Return-Path: <${from}>\r\n`,
        headers: Object.entries(headers),
        html,
        text,
        html_blob_id: null,
        text_blob_id: null,
        files,
      },
    ),
  )
}
