// Login at a mail server (RFC 4954). If a login is configured, nothing is sent without it, and the password is sent
// only to a server that offers a login.
import { smtpReply } from './smtp-replies.ts'
import { type SmtpSocket, SmtpFailure, smtpFailure } from './smtp-socket.ts'

export async function logIn(
  socket: SmtpSocket,
  offered: string | undefined,
  { user, pass }: { user: string; pass: string },
): Promise<void> {
  const methods = (offered ?? '').toUpperCase().split(/[ =]+/).filter(Boolean)
  const reply = methods.includes('PLAIN')
    ? await socket.command(`AUTH PLAIN ${base64(`\0${user}\0${pass}`)}`)
    : methods.includes('LOGIN')
      ? await askForLogin(socket, user, pass)
      : undefined
  if (!reply) {
    const offer = methods.length > 0 ? `only ${methods.slice(0, 10).join(', ')}` : 'none'
    throw smtpFailure(`SMTP_URL requires a login, but the server offers no supported method (${offer})`)
  }
  if (reply.code !== 235) throw new SmtpFailure(smtpReply(reply))
}

/** Draft-murchison-sasl-login: user and password are sent in separate steps. */
async function askForLogin(socket: SmtpSocket, user: string, pass: string): ReturnType<SmtpSocket['command']> {
  for (const command of ['AUTH LOGIN', base64(user)]) {
    const reply = await socket.command(command)
    if (reply.code !== 334) return reply
  }
  return socket.command(base64(pass))
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
