// CPU time of PostgreSQL processes on this machine, read from /proc because they are not our child processes.
import { readdirSync, readFileSync } from 'node:fs'

const used_ns = new Map<number, number>()

/** Microseconds of a server's first process and all its descendants; `undefined` if the system does not report them. */
export function cpuOfPostgres(first_pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  for (const pid of [first_pid, ...childrenOf(first_pid)]) {
    const text = readProc(`${pid}/schedstat`)
    // an ended process keeps its last value
    if (text !== undefined) used_ns.set(pid, Number(text.split(' ')[0]))
  }
  return [...used_ns.values()].reduce((sum, each) => sum + each, 0) / 1000
}

function childrenOf(pid: number): number[] {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  // after the name of the program, which may contain anything but this: state and parent
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
