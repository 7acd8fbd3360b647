// Puts together what leads outsiders to a team's mail for a while: links to files, links to whole emails, and the door to
// what is in files. And who takes files in.
import type { Middleware } from 'koa'
import { FileLinks, type LinkedFile, readContent, storeContent } from '../mail/attachments/actions.ts'
import { type AttachmentHandlers, createAttachmentHandlers } from '../mail/reading/attachments/handlers.ts'
import type { Config } from '../base/config/config.ts'
import { downloads } from '../doors/http/downloads.ts'
import { Uploads } from '../audience/imports/actions.ts'
import { ShareTokens } from '../base/secrets/share-token.ts'
import { serverSecret } from '../base/store/server-secret.ts'
import { createShareHandlers, type ShareHandlers } from '../mail/reading/sharing/handlers.ts'
import type { Database } from '../base/store/database.ts'

export interface StoredFiles {
  handlers: AttachmentHandlers & ShareHandlers
  door: Middleware
  links: FileLinks
  shares: ShareTokens
  taking_in: { storeContent: typeof storeContent; uploads: Uploads }
}

export async function openFiles(config: Config, database: Database, now: () => Date): Promise<StoredFiles> {
  const { public_url } = config
  const secretOf = (name: string): Promise<string> => database.unit(tx => serverSecret(tx, name, now()))
  const links = new FileLinks(await secretOf('file_links'), public_url)
  const shares = new ShareTokens(await secretOf('shared_emails'))
  const door = downloads<LinkedFile>({
    find: token => database.read(tx => links.findLinked(tx, token, now())),
    read: (file, from) => readContent(body => database.read(body), file, from),
  })
  return {
    handlers: { ...createAttachmentHandlers(links), ...createShareHandlers(shares, public_url) },
    door,
    links,
    shares,
    taking_in: { storeContent, uploads: new Uploads(database, now, config.import_bytes_max) },
  }
}
