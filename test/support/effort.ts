/** Milliseconds of processor time that `work` takes in this thread: what else the machine is doing does not count. */
export function effort_ms(work: () => void): number {
  const before_ms = spent_ms()
  work()
  return spent_ms() - before_ms
}

/** Milliseconds of processor time that this thread has had. */
export function spent_ms(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
