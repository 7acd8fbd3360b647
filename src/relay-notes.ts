// What is told of the mail server that mail goes to, and of this one's name among them.
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Notice } from './dashboard/parts.ts'
import { mailHostFault } from './domains/actions.ts'
import type { RelayStatus } from './net/relay-status.ts'

/** For everybody: without words, which may name people and machines. */
export function relayNote({ state, code, at }: RelayStatus): object {
  return { state, code, at }
}

export function relayNotice({ state, reply_text, at }: RelayStatus, host: string): Notice | undefined {
  if (state === 'unknown') return undefined
  if (state === 'up') return { words: `The mail server ${host} answers.`, is_trouble: false }
  return { words: `Mail waits, as the mail server ${host} cannot be used since ${at}: ${reply_text}`, is_trouble: true }
}

/** At the start. Without a name that others find no domain is ever verified: a warning where domains have to be. */
export function noteMailHost({ mail_host, unverified_domains }: Config, log: Logger): void {
  const fault = mailHostFault(mail_host)
  if (fault === undefined) return
  const words = `sending domains cannot be verified: ${fault}`
  if (unverified_domains === 'refuse') log.warn({ mail_host }, words)
  else log.info({ mail_host }, words)
}
