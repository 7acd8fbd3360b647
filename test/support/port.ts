// Ports for servers of tests that have to know theirs before they listen.
import { randomInt } from 'node:crypto'
import dgram from 'node:dgram'
import { once } from 'node:events'
import net from 'node:net'

/**
 * A port that nobody listens at, and that no other test of this machine gets while this process lives: it keeps the port
 * for UDP, which none of our servers listens at, and which ends with it. It lies below those that the system gives to
 * whoever asks for any (32768 and up on Linux).
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const kept = dgram.createSocket('udp4').unref()
    const isOurs = await new Promise<boolean>(resolve => {
      kept.once('error', () => resolve(false)).bind(port, '127.0.0.1', () => resolve(true))
    })
    if (isOurs && (await isFree(port))) return port
    kept.close()
  }
}

/** Whether a server could listen there. */
export async function isFree(port: number): Promise<boolean> {
  const server = net.createServer().listen(port, '127.0.0.1')
  const isListening = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!isListening) return false
  server.close()
  await once(server, 'close')
  return true
}
