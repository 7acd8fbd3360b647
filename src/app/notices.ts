// Notices on pages and in the log about the relay, the host name of this server and its disk.
import type { Logger } from 'pino'
import type { Config } from '../base/config/config.ts'
import type { Notice } from '../interfaces/dashboard/parts.ts'
import { mailHostFault } from '../identity/domains/names.ts'
import type { RelayStatus } from '../base/net/relay-status.ts'
import type { DiskStatus } from '../base/store/disk-monitor.ts'

/** For a public page: excludes reply texts, which may contain addresses and host names. */
export function relayNote({ state, code, at }: RelayStatus): object {
  return { state, code, at }
}

function relayNotice({ state, reply_text, at }: RelayStatus, host: string): Notice | undefined {
  if (state === 'unknown') return undefined
  if (state === 'up') return { words: `The mail server ${host} is reachable.`, is_trouble: false }
  const checked = at === null ? undefined : { at, result: reply_text }
  return {
    words: `Can’t reach the mail server ${host}. Emails are queued.`,
    ...(checked && { checked }),
    is_trouble: true,
  }
}

/**
 * The notice that pages show now. The disk comes before the relay: without disk space no email can be accepted. `host`:
 * of the relay.
 */
export function noticeOf(
  disk: DiskStatus | undefined,
  relay: RelayStatus | undefined,
  host: string | undefined,
): Notice | undefined {
  return (disk && diskNotice(disk)) ?? (relay && relayNotice(relay, host!))
}

function diskNotice({ state, free_bytes }: DiskStatus): Notice | undefined {
  if (state === 'ok') return undefined
  const left = `${Math.floor(free_bytes / 1_000_000)} MB are free`
  const words = `The disk of the database is nearly full (${left}). Large emails are rejected first, then all emails.`
  return { words: `${words} Free up disk space or set RETENTION_DAYS.`, is_trouble: true }
}

/**
 * Logs at startup if other servers cannot resolve the mail host, because no domain can then be verified. A warning if
 * domains must be verified.
 */
export function checkMailHost({ mail_host, unverified_domains }: Config, log: Logger): void {
  const fault = mailHostFault(mail_host)
  if (fault === undefined) return
  const words = `domains cannot be verified: ${fault}`
  if (unverified_domains === 'refuse') log.warn({ mail_host }, words)
  else log.info({ mail_host }, words)
}
