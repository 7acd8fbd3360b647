// Opens the SMTP listeners that the settings enable: one for email from other servers, one for submission.
import { RETURN_PATHS, ReturnPaths } from '../../mail/bounces/return-path.ts'
import type { Config } from '../../base/config/config.ts'
import { ownApi } from '../../base/net/own-api.ts'
import { serverSecret } from '../../base/store/server-secret.ts'
import type { Database } from '../../base/store/database.ts'
import type { SmtpListener } from './listener.ts'
import { LoginThrottle } from './login-throttle.ts'
import type { MailInOptions } from './mail-in.ts'

export interface MailListeners {
  /** The ports that they listen on. */
  ports: { reports?: number; submission?: number }
  close(patience_ms: number): Promise<void>
}

interface ListenerBackends extends Pick<MailInOptions, 'database' | 'now' | 'log'> {
  return_paths: ReturnPaths | undefined
  identify: (authorization: string, now: Date) => Promise<{ team_id: string }>
  /** Our own API; `address()` is its URL. */
  api: { address(): string }
}

/** The return paths for bounces; `undefined` if no listener accepts bounces. */
export async function openReturnPaths(
  { mail_in }: Config,
  database: Database,
  now: () => Date,
): Promise<ReturnPaths | undefined> {
  if (mail_in.reports_port === undefined) return undefined
  return new ReturnPaths(await database.unit(tx => serverSecret(tx, RETURN_PATHS, now())))
}

/** Opens them in a process with the role `web`. Throws a sentence for the operator if one cannot be opened. */
export async function openMailListeners(
  { mail_in, mail_host: name, dns_servers, roles }: Config,
  { database, now, log, return_paths, identify, api }: ListenerBackends,
): Promise<MailListeners> {
  const { host, certificate, reports_port, submission_port, message_bytes_max } = mail_in
  const open: SmtpListener[] = []
  const close = async (patience_ms: number): Promise<void> => {
    await Promise.all(open.map(listener => listener.close(patience_ms)))
  }
  const ports: MailListeners['ports'] = {}
  if (reports_port !== undefined && return_paths && roles.includes('web')) {
    const refusing = mail_in.dmarc_reject === 'refuse' ? { mail_host: name, dns_servers } : undefined
    const bounds = { message_bytes_max }
    const door = { database, now, log, name, certificate, return_paths, bounds, refusing }
    const { openMailIn } = await import('./mail-in.ts')
    const listener = await openMailIn({ host, port: reports_port, setting: 'SMTP_IN_PORT' }, door)
    open.push(listener)
    ports.reports = listener.port
  }
  if (submission_port !== undefined && roles.includes('web')) {
    const checkKey = (key: string): Promise<{ team_id: string }> => identify(`Bearer ${key}`, now())
    const throttle = new LoginThrottle(database, now)
    const door = { name, certificate, log, checkKey, throttle, askApi: ownApi(() => api.address()) }
    const at = { host, port: submission_port, setting: 'SMTP_SUBMISSION_PORT' }
    const { openSubmission } = await import('./submission.ts')
    const listener = await openSubmission(at, door).catch(async (error: unknown) => {
      await close(0)
      throw error
    })
    open.push(listener)
    ports.submission = listener.port
  }
  return { ports, close }
}
