// A way to a PostgreSQL that can be cut, go silent, or behave as a pooler does whose database is away.
import net, { type AddressInfo, type Socket } from 'node:net'

export interface CuttingProxy {
  /** The URL of a database, by this way. */
  through(url: string): string
  /** What is sent next still gets there; instead of the answer the connection breaks. */
  loseAnswers(): void
  /** From now on nothing comes back, and nothing breaks. */
  goSilent(): void
  /** From now on nothing comes back. New connections are logged in, as by PgBouncer, and nothing else comes back on them. */
  goAway(): void
  /** As before. */
  mend(): void
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
    loseAnswers: () => (way = 'no answers'),
    goSilent: () => (way = 'silent'),
    goAway: () => (way = 'away'),
    mend: () => (way = 'open'),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
