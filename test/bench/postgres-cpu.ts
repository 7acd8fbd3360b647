// What the processes of a PostgreSQL on this machine have used, which are not ours to ask: as Linux tells it of each.
import { readdirSync, readFileSync } from 'node:fs'

const used_ns = new Map<number, number>()

/** Of a server's first process and all that it has begun, in microseconds; `undefined` where the system does not tell. */
export function cpuOfPostgres(first_pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  for (const pid of [first_pid, ...childrenOf(first_pid)]) {
    const text = readProc(`${pid}/schedstat`)
    // one that has ended keeps what it had used
    if (text !== undefined) used_ns.set(pid, Number(text.split(' ')[0]))
  }
  return [...used_ns.values()].reduce((sum, each) => sum + each, 0) / 1000
}

function childrenOf(pid: number): number[] {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  // behind the name of the program, which may contain anything but this: state and parent
  const parentOf = (stat: string): number => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  return pids.filter(each => parentOf(readProc(`${each}/stat`) ?? ') ? 0') === pid).map(Number)
}

function readProc(file: string): string | undefined {
  try {
    return readFileSync(`/proc/${file}`, 'utf8')
  } catch {
    return undefined
  }
}
