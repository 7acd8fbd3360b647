// An email shared by a link, which shows only the email and its files until it expires.
import { LINK_MS } from '../../../../mail/attachments/actions.ts'
import { findStoredEmail, findStoredEmailBytes } from '../../../../mail/delivery/actions.ts'
import { findSharedReceived, sharedReceivedBytes } from '../../../../inbound/receiving/actions.ts'
import { LARGE_BYTES, hasRoomToRespond } from '../../../http/large-bodies.ts'
import type { ShareTokenPayload } from '../../../../base/secrets/share-token.ts'
import { htmlToDisplayText } from '../../../../base/threads/mails.ts'
import { type DashboardPage, type OpenRequest, openPage } from '../../page.ts'
import { PageProblem, problem } from '../../problems.ts'
import { emailFrameHtml, emailFrameHeaders, filesForPage, type PageFile } from '../../ui/mail-frame.ts'
import { type SharedEmail, sharedBody } from './view.ts'

export const sharedPages: DashboardPage[] = [
  openPage('GET /shared', 'anybody', async request => {
    const { email, files, expires_at, team_id } = await openShared(request)
    const asText = request.query.get('view') === 'text' && email.html !== null
    const text = asText ? (email.text ?? (await htmlToDisplayText(email.html!, team_id))) : null
    const token = request.query.get('token')!
    return { title: email.subject || 'No subject', body: () => sharedBody({ email, files, expires_at, token, text }) }
  }),

  openPage('GET /shared/html', 'anybody', async request => {
    const { email, files } = await openShared(request)
    const headers = emailFrameHeaders(request.parts.site.public_url)
    return { type: 'text/html', headers, content: emailFrameHtml(email.html ?? '', files) }
  }),
]

interface Shared extends Pick<ShareTokenPayload, 'team_id' | 'expires_at'> {
  email: SharedEmail
  files: PageFile[]
}

async function openShared({ ctx, query, parts }: Pick<OpenRequest, 'ctx' | 'query' | 'parts'>): Promise<Shared> {
  const { database, shares, links } = parts
  const now = parts.now()
  const shared = await shares.verify(query.get('token') ?? '', now)
  if (!shared) throw over()
  const { team_id, email_id, expires_at } = shared
  const bytes = await database.read(async tx => {
    return (await findStoredEmailBytes(tx, team_id, email_id)) ?? (await sharedReceivedBytes({ tx, team_id }, email_id))
  })
  if (bytes === undefined) throw over()
  if (bytes > LARGE_BYTES && !(await hasRoomToRespond(bytes, { response: ctx.res, team_id }))) throw busy()
  // links to its files end no later than the link to the email
  const at = new Date(Math.min(now.getTime(), expires_at.getTime() - LINK_MS))
  const mail = await database.read(tx => findStoredEmail(tx, team_id, email_id))
  if (mail) return { email: mail.email, team_id, expires_at, files: filesForPage(mail, links, at) }
  const received = await database.read(tx => findSharedReceived({ tx, team_id }, email_id))
  if (!received) throw over()
  const files = received.files.map(({ id, size: file_bytes, ...file }) => {
    return { ...file, bytes: file_bytes, url: links.linkTo({ team_id, email_id, id }, at, 'received').url }
  })
  return { email: received.email, team_id, expires_at, files }
}

function over(): PageProblem {
  const message = 'This link has expired or is incomplete. Ask the person who shared the email for a new link.'
  return problem(404, 'Invalid link', message)
}

function busy(): PageProblem {
  const message = 'Too many large emails are being opened right now. Try again in a few seconds.'
  return problem(503, 'Try again', message)
}
