// What threads do: work on large texts, which would block the event loop.
import type { MessagePort } from 'node:worker_threads'
import type { SigningDomain } from '../net/dkim-signatures.ts'
import type { CheckedContent, ContentFault } from '../text/content-faults.ts'
import type { HtmlLinks } from '../text/html-links.ts'
import type { JsonLimits } from '../text/json.ts'
import type { MailTexts } from '../text/mail-content.ts'
import type { UnreadablePlace } from '../text/readable.ts'

/** What is of a room alone, that room adds where its types are. */
export interface Tasks {
  /** The JSON in a large body, checked as a small one is. */
  read_json: {
    input: { bytes: Uint8Array; limits: LargeJsonLimits; hashed: boolean; has_files?: boolean }
    output: ReadJson
  }
  /** The text of HTML. */
  make_text: { input: { html: string }; output: { text: string } }
  /** Where the links of HTML stand. */
  find_links: { input: { html: string }; output: HtmlLinks }
  /** What is wrong with the content of a mail. */
  find_content_faults: { input: CheckedContent; output: { faults: ContentFault[] } }
  /** The texts of a mail as they go over the wire. */
  write_texts: { input: { texts: MailTexts; boundary: string }; output: { head: string; body: Uint8Array } }
  /** The request that sends what was handed in over SMTP, as JSON. */
  read_submission: {
    input: { bytes: Uint8Array; recipients: readonly string[] }
    output: { body: Uint8Array; idempotency_key: string | undefined }
  }
  /**
   * Signatures of mails (DKIM), as the lines of each. `bytes`: the head of each mail and, where `body` is how long that is
   * and not its hash, its body behind it; `signer`: which of the domains it is from.
   */
  sign_mails: {
    input: {
      bytes: Uint8Array
      signers: readonly SigningDomain[]
      mails: readonly { signer: number; head_bytes: number; body: number | string; signed_ms: number }[]
    }
    output: { lines: string[] }
  }
  /** The hash that is signed of a body that comes in pieces. */
  hash_body: { input: { port: MessagePort }; output: { hash: string } }
}

export interface LargeJsonLimits extends JsonLimits {
  /** How large it may be without the contents of files. */
  bytes_max: number
  /** The fields at the top that may hold long texts. */
  long: readonly string[]
  /** How many characters everything else may take together. */
  rest_max: number
}

export interface ReadJson {
  value: unknown
  /** The same for the same value, in whatever order its fields came; when it was asked for. */
  hash: string | undefined
  /** Where a text stands that cannot be kept, if there is one. */
  unreadable: UnreadablePlace | undefined
  /** The bytes that were given, and where in them the contents of files are now, if it has any. */
  files?: { bytes: Uint8Array; places: { hash: string; start: number; length: number }[] }
}

export type TaskName = keyof Tasks
export type Input<Name extends TaskName> = Tasks[Name]['input']
export type Output<Name extends TaskName> = Tasks[Name]['output']

/** What a thread answers: what came of the task, the refusal it ended in, or what broke. */
export type Reply =
  | { output: unknown }
  | { refused: { status: number; body: unknown; message: string } }
  | { broke: string }
