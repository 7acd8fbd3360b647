// SMTP submission (RFC 6409) for programs that support SMTP but not HTTP. The password is an API key, and each message
// becomes a request to our own API, so that the same checks, scopes and limits apply.
import type { SMTPServerSession } from 'smtp-server'
import type { OwnApiClient, OwnApiResponse } from '../../base/net/own-api.ts'
import { Refusal } from '../../base/text/refusal.ts'
import { readSubmissionInThread } from '../../base/threads/mails.ts'
import * as smtp from './listener.ts'
import type { LoginThrottle } from './login-throttle.ts'

interface SubmissionDoor extends smtp.SmtpListenerOptions {
  askApi: OwnApiClient
  /** Finds the team of an API key; throws the refusal of an unknown one. */
  checkKey: (api_key: string) => Promise<{ team_id: string }>
  throttle: LoginThrottle
}

/** The result of the login. */
interface User {
  api_key: string
  team_id: string
}

const BOUNDS: smtp.SmtpBounds = {
  connections_max: 200,
  connections_of_one_max: 50,
  message_bytes_max: 25_000_000,
  in_hand_bytes_max: 100_000_000,
  idle_ms: 60_000,
  connection_ms: 600_000,
  login_ms: 30_000,
}

/** Maximum recipients of one message: no field of `POST /emails` accepts more. */
const RECIPIENTS_MAX = 50

export function openSubmission(address: smtp.SmtpAddress, door: SubmissionDoor): Promise<smtp.SmtpListener> {
  const { askApi, checkKey, throttle } = door

  async function logIn(api_key: string, { remoteAddress }: SMTPServerSession): Promise<User> {
    const wait_ms = throttle.waitOf(remoteAddress)
    if (wait_ms > 0)
      throw new smtp.SmtpRefusal(421, `Too many failed logins, try again in ${Math.ceil(wait_ms / 1000)} s`)
    try {
      return { api_key, team_id: (await checkKey(api_key)).team_id }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await throttle.recordFailure(remoteAddress)
      throw new smtp.SmtpRefusal(535, error.message)
    }
  }

  async function checkRecipient(_address: string, _session: SMTPServerSession, before: number): Promise<void> {
    if (before >= RECIPIENTS_MAX)
      throw new smtp.SmtpRefusal(452, `Too many recipients, at most ${RECIPIENTS_MAX} are allowed`)
  }

  async function take(transaction: smtp.Transaction): Promise<string> {
    const { session } = transaction
    const message = await smtp.readWholeMessage(transaction, BOUNDS.message_bytes_max)
    const recipients = session.envelope.rcptTo.map(({ address: to }) => to)
    const { api_key, team_id } = session.user as User
    const read = await readSubmissionInThread(message, recipients, team_id).catch(refuseUnsendable)
    const { body, idempotency_key, content } = read
    const submitted = content && { hash: content.hash, bytes: bufferOf(content.bytes) }
    const headers = idempotency_key === undefined ? {} : { 'idempotency-key': idempotency_key }
    const { status, body: answer } = await askApi({ path: '/emails', api_key, body, headers, submitted })
    if (status === 200) return `Accepted as ${answer.id}`
    throw new smtp.SmtpRefusal(replyCodeOf(status), `${answer.message}`)
  }

  const trouble = 'SMTP submission connection error'
  return smtp.listenForMail(address, door, { bounds: BOUNDS, trouble, checkRecipient, logIn, take })
}

/** The same memory as a buffer. */
function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

function refuseUnsendable(error: unknown): never {
  throw error instanceof Refusal ? new smtp.SmtpRefusal(550, error.message) : error
}

/** The reply for a status of the API: a 4yz if the same message can succeed later, otherwise a 5yz (RFC 5321 4.2.1). */
function replyCodeOf(status: OwnApiResponse['status']): number {
  if (status === 401 || status === 403) return 550
  return status === 429 || status >= 500 ? 451 : 554
}
