/** How many milliseconds of processor time `work` takes: what else the machine is doing does not count. */
export function effort_ms(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
