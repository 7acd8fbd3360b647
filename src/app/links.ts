// Opens the public links to a team's email: links to files and whole emails, tracked links and images, and the
// interfaces that serve them. Also opens the upload of files.
import type { Middleware } from 'koa'
import {
  FileLinks,
  type LinkedFile,
  readContent,
  readLinked,
  releaseContents,
  storeContent,
} from '../mail/attachments/actions.ts'
import { type FileFetcher, fileFetcher } from '../mail/attachments/fetching/actions.ts'
import type { HttpClient } from '../base/net/http-client.ts'
import { type AttachmentHandlers, createAttachmentHandlers } from '../mail/reading/attachments/handlers.ts'
import type { Config } from '../base/config/config.ts'
import { isReceived } from '../inbound/receiving/actions.ts'
import { findFile, findRawFile } from '../inbound/receiving/presentation/actions.ts'
import { createReceivingHandlers, type ReceivingHandlers } from '../inbound/receiving/handlers.ts'
import { findImageAt } from '../mail/images/actions.ts'
import { downloads, publicImages } from '../interfaces/http/downloads.ts'
import { Uploads } from '../audience/imports/actions.ts'
import { ShareTokens } from '../base/secrets/share-token.ts'
import { serverSecret } from '../base/store/server-secret.ts'
import { createShareHandlers, type ShareHandlers } from '../mail/reading/sharing/handlers.ts'
import type { Database } from '../base/store/database.ts'
import type { Logger } from 'pino'
import { isUnsubscribePath, SIGN_UP_CONFIRM_PATH } from '../interfaces/dashboard/paths.ts'
import { linkHosts } from '../interfaces/http/link-hosts.ts'
import { trackedLinks } from '../interfaces/http/tracked-links.ts'
import { type TrackingTarget, TrackingTokens } from '../base/secrets/tracking-token.ts'
import { type MailTracker, mailTracker, trackingHosts } from '../mail/tracking/actions.ts'
import { VisitRecorder } from '../mail/tracking/visits/actions.ts'

/** Handlers whose responses contain links. */
export type LinkingHandlers = AttachmentHandlers & ShareHandlers & ReceivingHandlers

export interface FileServing {
  handlers: LinkingHandlers
  door: Middleware
  links: FileLinks
  shares: ShareTokens
  taking_in: {
    storeContent: typeof storeContent
    releaseContents: typeof releaseContents
    fetchFile: FileFetcher
    uploads: Uploads
  }
}

interface FileParts {
  database: Database
  http: Pick<HttpClient, 'send'>
  now: () => Date
}

export async function openFiles(config: Config, { database, http, now }: FileParts): Promise<FileServing> {
  const { public_url } = config
  const secretOf = (name: string): Promise<string> => database.unit(tx => serverSecret(tx, name, now()))
  const links = new FileLinks(await secretOf('file_links'), public_url, { received: findFile, raw: findRawFile })
  const shares = new ShareTokens(await secretOf('shared_emails'))
  const door = downloads<LinkedFile>({
    find: token => database.read(tx => links.findLinked(tx, token, now())),
    read: (file, from) => readLinked(body => database.read(body), file, from),
  })
  const images = publicImages({
    find: path => database.read(tx => findImageAt(tx, path)),
    read: (image, from) => readContent(body => database.read(body), image, from),
  })
  return {
    handlers: {
      ...createAttachmentHandlers(links),
      ...createShareHandlers(shares, public_url, isReceived),
      ...createReceivingHandlers(links),
    },
    door: (ctx, next) => door(ctx, () => images(ctx, next)),
    links,
    shares,
    taking_in: {
      storeContent,
      releaseContents,
      fetchFile: fileFetcher(database, { now, http }),
      uploads: new Uploads(database, now, config.import_bytes_max),
    },
  }
}

export interface EmailTracking {
  track: MailTracker
  door: Middleware
  /** Runs before all other interfaces: restricts customers' tracking hosts to tracked links and a few other paths. */
  first: Middleware
  /** Resolves when all recorded visits are saved. */
  stop(): Promise<void>
}

export async function openTracking(
  public_url: string,
  { database, now, log }: { database: Database; now: () => Date; log: Logger },
): Promise<EmailTracking> {
  const tokens = new TrackingTokens(await database.unit(tx => serverSecret(tx, 'tracked_links', now())))
  const recorder = new VisitRecorder({ database, now, log })
  const door = trackedLinks<TrackingTarget>({
    open: (kind, token, host) => tokens.open(kind, token, host),
    note: (tracked, visitor) => recorder.note(tracked, visitor),
  })
  const first = linkHosts({
    own_host: new URL(public_url).hostname,
    isOne: trackingHosts(database),
    links: door,
    isOpen: isUnsubscribePath,
  })
  return { track: mailTracker(tokens, public_url, SIGN_UP_CONFIRM_PATH), door, first, stop: () => recorder.stop() }
}
