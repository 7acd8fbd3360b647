// A mail server that never responds: accepted emails wait, and their delivery costs nothing in the meantime.
import net, { type AddressInfo } from 'node:net'

/** Starts one; `env` is the configuration of a server that delivers to it. */
export async function silentMailServer(): Promise<{ env: Record<string, string>; close: () => void }> {
  const server = net.createServer(socket => void socket.on('error', () => {}))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const SMTP_URL = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  // batches of a hundred exceed the default limit
  return { env: { SMTP_URL, BACKLOG_MAX: '100000000' }, close: () => server.close() }
}
