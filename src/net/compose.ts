// Writes a mail as the message that would go over the wire, without a connection.
import { createTransport, type SendMailOptions } from 'nodemailer'

const composer = createTransport({
  streamTransport: true,
  buffer: true,
  newline: 'windows',
  disableFileAccess: true,
  disableUrlAccess: true,
})

export async function composeMail(mail: SendMailOptions): Promise<Buffer> {
  const { message } = await composer.sendMail(mail)
  return message as Buffer
}
