// A way to a PostgreSQL that can be cut or go silent.
import net, { type AddressInfo, type Socket } from 'node:net'

export interface CuttingProxy {
  /** The URL of a database, by this way. */
  through(url: string): string
  /** What is sent next still gets there; instead of the answer the connection breaks. */
  loseAnswers(): void
  /** From now on nothing comes back, and nothing breaks. */
  goSilent(): void
  /** As before. */
  mend(): void
  close(): Promise<void>
}

export async function cuttingProxy(url: string): Promise<CuttingProxy> {
  const target = Number(new URL(url).port)
  const sockets = new Set<Socket>()
  let way: 'open' | 'no answers' | 'silent' = 'open'
  const server = net.createServer(client => {
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
    client.on('data', data => void behind.write(data))
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
    mend: () => (way = 'open'),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
