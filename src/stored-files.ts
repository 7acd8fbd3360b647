// Puts together what leads outsiders to a team's mail for a while: links to files, links to whole emails, and the door to
// what is in files.
import type { Middleware } from 'koa'
import { FileLinks, type LinkedFile, readContent } from './attachments/actions.ts'
import { type AttachmentHandlers, createAttachmentHandlers } from './attachments/handlers.ts'
import { downloads } from './http/downloads.ts'
import { ShareTokens } from './secrets/share-token.ts'
import { serverSecret } from './secrets/store.ts'
import { createShareHandlers, type ShareHandlers } from './shares/handlers.ts'
import type { Database } from './store/database.ts'

export interface StoredFiles {
  handlers: AttachmentHandlers & ShareHandlers
  door: Middleware
  links: FileLinks
  shares: ShareTokens
}

export async function openFiles(public_url: string, database: Database, now: () => Date): Promise<StoredFiles> {
  const secretOf = (name: string): Promise<string> => database.unit(tx => serverSecret(tx, name, now()))
  const links = new FileLinks(await secretOf('file_links'), public_url)
  const shares = new ShareTokens(await secretOf('shared_emails'))
  const door = downloads<LinkedFile>({
    find: token => database.read(tx => links.findLinked(tx, token, now())),
    read: (file, from) => readContent(body => database.read(body), file.team_id, file, from),
  })
  return {
    handlers: { ...createAttachmentHandlers(links), ...createShareHandlers(shares, public_url) },
    door,
    links,
    shares,
  }
}
