// The tasks of threads: functions on large texts, which would block the event loop. A task specifies its function and the
// module that contains it. Modules can therefore define their own tasks, and a thread loads a module with its first task.
import type * as content_faults from '../text/content-faults.ts'
import type * as html_links from '../text/html-links.ts'
import type * as mail_content from '../text/mail-content.ts'
import type * as plain_text from '../text/plain-text.ts'
import type * as safe_html from '../text/safe-html.ts'
import type * as read_json from './read-json.ts'
import type * as read_submission from './read-submission.ts'
import type * as sign_mails from './sign-mails.ts'

export interface Task<Does> {
  module: string
  name: string
  /** Never set; it defines the type of the task. */
  does?: Does
}

export function threadTask<Module, Name extends keyof Module & string>(module: URL, name: Name): Task<Module[Name]> {
  return { module: module.href, name }
}

const at = (file: string): URL => new URL(file, import.meta.url)

/** The JSON of a large body, checked like that of a small one. */
export const READ_JSON = threadTask<typeof read_json, 'readLargeJson'>(at('./read-json.ts'), 'readLargeJson')
/** The text of HTML. */
export const HTML_TO_TEXT = threadTask<typeof plain_text, 'plainText'>(at('../text/plain-text.ts'), 'plainText')
/** HTML of an unknown sender without anything harmful. */
export const SANITIZE_HTML = threadTask<typeof safe_html, 'safeHtml'>(at('../text/safe-html.ts'), 'safeHtml')
/** The positions of the links in HTML. */
export const FIND_LINKS = threadTask<typeof html_links, 'findLinks'>(at('../text/html-links.ts'), 'findLinks')
/** The faults of the content of an email. */
export const FIND_CONTENT_FAULTS = threadTask<typeof content_faults, 'findContentFaults'>(
  at('../text/content-faults.ts'),
  'findContentFaults',
)
/** The texts of an email as a part of a message. */
export const WRITE_TEXTS = threadTask<typeof mail_content, 'textsPart'>(at('../text/mail-content.ts'), 'textsPart')
/** The request, as JSON, that sends a message submitted over SMTP. */
export const READ_SUBMISSION = threadTask<typeof read_submission, 'readSubmission'>(
  at('./read-submission.ts'),
  'readSubmission',
)
/** Signatures of emails (DKIM), as header lines for each. */
export const SIGN_MAILS = threadTask<typeof sign_mails, 'signMails'>(at('./sign-mails.ts'), 'signMails')
/** The hash of a body that is sent in chunks, for its signature. */
export const HASH_BODY = threadTask<typeof sign_mails, 'hashPieces'>(at('./sign-mails.ts'), 'hashPieces')

/** A task as it is sent to a thread. */
export interface ThreadRequest extends Pick<Task<unknown>, 'module' | 'name'> {
  input: unknown[]
}

/** A thread's reply: the result of the task, its refusal, or the text of another error. */
export type ThreadReply =
  | { output: unknown }
  | { refused: { status: number; body: unknown; message: string } }
  | { broke: string }
