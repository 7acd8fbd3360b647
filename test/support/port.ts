// Ports for test servers that must know their port before they listen.
import { randomInt } from 'node:crypto'
import dgram from 'node:dgram'
import { once } from 'node:events'
import net from 'node:net'

/**
 * A free port that no other test on this machine uses while this process lives: the process reserves the UDP port with
 * the same number, which none of our servers uses. It is below the ephemeral range of the system (32768 and up on
 * Linux).
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

/** Whether a server could listen at the port. */
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
