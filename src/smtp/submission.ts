// The door through which programs hand in mail that speak SMTP and not HTTP: with an API key as the password, and under the
// rules of the API, which each mail is sent by.
import type { Logger } from 'pino'
import type { SMTPServerSession } from 'smtp-server'
import type { AskOwnApi, OwnAnswer } from '../net/own-api.ts'
import { Refusal } from '../refusal.ts'
import { readSubmissionApart } from '../threads/mails.ts'
import {
  answerWhenDone,
  type Certificate,
  listenForMail,
  type SmtpAddress,
  type SmtpBounds,
  type SmtpListener,
  SmtpRefusal,
  type Transaction,
} from './listener.ts'

export interface SubmissionDoor {
  askApi: AskOwnApi
  /** Finds out whose key it is; throws the refusal of one that is nobody's. */
  checkKey: (api_key: string) => Promise<{ team_id: string }>
  name: string
  certificate: Certificate | undefined
  log: Logger
  bounds?: Partial<SmtpBounds>
}

/** Who has logged in. */
interface User {
  api_key: string
  team_id: string
}

const BOUNDS: SmtpBounds = {
  connections_max: 100,
  connections_of_one_max: 100,
  message_bytes_max: 25_000_000,
  kept_bytes_max: 25_000_000,
  idle_ms: 60_000,
  connection_ms: 600_000,
}

/** Of a session: they are there in full until each is sent. */
const RECIPIENTS_MAX = 50
/** Bytes of messages that are in hand at the same time. */
const BYTES_AT_ONCE = 100_000_000

export function openSubmission(address: SmtpAddress, door: SubmissionDoor): Promise<SmtpListener> {
  const { askApi, checkKey, log } = door
  let bytes = 0

  async function logIn(api_key: string, session: SMTPServerSession): Promise<{ user: object }> {
    if (!session.secure && !isLoopback(session.remoteAddress)) throw new SmtpRefusal(538, 'Begin with STARTTLS')
    try {
      const { team_id } = await checkKey(api_key)
      return { user: { api_key, team_id } satisfies User }
    } catch (error) {
      if (error instanceof Refusal) throw new SmtpRefusal(535, error.message)
      throw error
    }
  }

  async function take({ session, message }: Transaction): Promise<string> {
    if (bytes + message.length > BYTES_AT_ONCE) throw new SmtpRefusal(451, 'Too much is in hand; try again later')
    bytes += message.length
    try {
      const recipients = session.envelope.rcptTo.map(({ address: to }) => to)
      return await send(session.user as User, recipients, message)
    } finally {
      bytes -= message.length
    }
  }

  async function send({ api_key, team_id }: User, recipients: string[], message: Buffer): Promise<string> {
    const { body, idempotency_key } = await readSubmissionApart(message, recipients, team_id).catch(refuseUnsendable)
    const headers = idempotency_key === undefined ? {} : { 'idempotency-key': idempotency_key }
    const { status, body: said } = await askApi({ path: '/emails', api_key, body, headers })
    if (status === 200) return `Accepted as ${said.id}`
    throw new SmtpRefusal(replyCodeOf(status), `${said.message}`)
  }

  const onTrouble = (error: unknown): void => log.warn({ err: error }, 'trouble with a connection that hands in mail')
  return listenForMail(
    address,
    {
      name: door.name,
      onAuth({ password }, session, done) {
        void answerWhenDone(logIn(password ?? '', session), done, onTrouble)
      },
      onRcptTo(_, session, done) {
        const isTooMany = session.envelope.rcptTo.length >= RECIPIENTS_MAX
        done(isTooMany ? new SmtpRefusal(452, `At most ${RECIPIENTS_MAX} recipients are possible`) : null)
      },
      take,
      onTrouble,
    },
    { ...BOUNDS, ...door.bounds },
    door.certificate,
  )
}

function refuseUnsendable(error: unknown): never {
  throw error instanceof Refusal ? new SmtpRefusal(550, error.message) : error
}

function isLoopback(address: string): boolean {
  return /^(?:127\.\d+\.\d+\.\d+|::1)$/.test(address)
}

/** What can be tried again with success is a 4xx, also what the API says with a 409 or a 429. */
function replyCodeOf(status: OwnAnswer['status']): number {
  if (status === 401 || status === 403) return 550
  return status === 429 || status >= 500 ? 451 : 554
}
