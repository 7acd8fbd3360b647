// Fetches the files that a request specifies by URL, before the unit of work that stores the email. The request then
// refers to the stored contents as if the client had sent them.
import { jsonHash } from '../../../base/text/json.ts'
import { type Refusal, refusal } from '../../../base/text/refusal.ts'
import { contentRef } from '../../../base/text/extract-contents.ts'
import type { ContractParts } from '../contract/parts.ts'
import type { ContractRequest } from '../contract/request.ts'
import type { OperationTraits } from '../contract/traits.ts'

/** For all files of a request together: its caller waits for them. */
const FETCH_LIMIT_MS = 20_000

interface File {
  content?: unknown
  path?: unknown
  content_type?: unknown
  contentType?: unknown
}

/**
 * `undefined` if no files are fetched. A file that cannot be fetched becomes a fault, not a refusal: the request may be
 * a repeated one, which gets its first response.
 */
export function fetchRequestFiles(
  { body, idempotent }: OperationTraits,
  { fetchFile }: ContractParts,
): ((request: ContractRequest) => Promise<void>) | undefined {
  const bytes_max = body?.fetches_bytes_max
  if (bytes_max === undefined || !fetchFile) return undefined
  return async request => {
    const { caller, json } = request
    const body_value: { attachments?: File[] | null } = json.value ?? {}
    const files = body_value.attachments ?? []
    if (!caller || !files.some(isToFetch)) return
    const ends_ms = performance.now() + FETCH_LIMIT_MS
    const attachments: File[] = []
    const faults = new Map<number, Refusal>()
    let left = bytes_max - files.reduce((sum, { content }) => sum + bytesOf(content), 0)
    for (const [index, file] of files.entries()) {
      attachments.push(file)
      if (!isToFetch(file) || faults.size > 0) continue
      const limit_ms = Math.max(1, ends_ms - performance.now())
      const asked = { team_id: caller.team_id, path: file.path, bytes_max: Math.max(0, left), limit_ms }
      const found = await fetchFile(asked)
      if ('fault' in found) faults.set(index, notFetched(index, found.fault))
      else {
        left -= found.bytes
        const content = `${found.hash}:${found.bytes}`
        const content_type = file.content_type || file.contentType || found.content_type
        attachments[index] = { ...file, path: undefined, content, content_type }
      }
    }
    // hashed without the fetched contents: the same request has the same hash, even if the URL serves other contents later
    const hash = json.hash ?? (idempotent ? jsonHash(json.value) : undefined)
    request.faults = faults
    request.json = { ...json, hash, value: { ...json.value, attachments } }
  }
}

function isToFetch(file: File): file is File & { path: string } {
  return typeof file.path === 'string' && file.path !== '' && !file.content
}

function bytesOf(content: unknown): number {
  return typeof content === 'string' ? (contentRef(content)?.bytes ?? 0) : 0
}

function notFetched(index: number, fault: string): Refusal {
  return refusal(
    'validation_error',
    `Invalid \`attachments[${index}].path\` field: the file could not be fetched: ${fault}.`,
  )
}
