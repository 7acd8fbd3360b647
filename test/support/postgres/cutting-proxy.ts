// A proxy for PostgreSQL connections that can be cut, go silent, or behave like a pooler whose database is away.
import net, { type AddressInfo, type Socket } from 'node:net'

export interface CuttingProxy {
  /** The URL of a database through this proxy. */
  through(url: string): string
  /** Forwards the next request, then drops the connection instead of forwarding the response. */
  dropResponses(): void
  /** Forwards no more responses and keeps connections open. */
  stopResponding(): void
  /** Forwards no more responses. Logs in new connections like PgBouncer and then forwards nothing. */
  closeAll(): void
  /** Restores normal operation. */
  restore(): void
  close(): Promise<void>
}

/** AuthenticationOk and ReadyForQuery. */
const LOGGED_IN = Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0, 90, 0, 0, 0, 5, 73])

export async function cuttingProxy(url: string): Promise<CuttingProxy> {
  const target = Number(new URL(url).port)
  const sockets = new Set<Socket>()
  let way: 'open' | 'no answers' | 'silent' | 'away' = 'open'
  const server = net.createServer(client => {
    if (way === 'away') {
      sockets.add(client)
      client.on('error', () => {})
      client.once('data', () => void client.write(LOGGED_IN))
      return
    }
    const behind = net.connect(target, '127.0.0.1')
    for (const [socket, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    client.on('data', data => {
      if (way !== 'away') behind.write(data)
    })
    behind.on('data', data => {
      if (way === 'open') client.write(data)
      else if (way === 'no answers') client.destroy()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    through: of => of.replace(/:\d+\//, `:${port}/`),
    dropResponses: () => (way = 'no answers'),
    stopResponding: () => (way = 'silent'),
    closeAll: () => (way = 'away'),
    restore: () => (way = 'open'),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
