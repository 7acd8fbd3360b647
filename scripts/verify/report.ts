// The results of a run as text: a line per operation, followed by its problems, and the statuses that were not tested.
import type { Outcome, Result, Unprovoked } from './run.ts'

export function failed({ outcomes, left }: Result): boolean {
  return left.length > 0 || outcomes.some(({ faults }) => faults.length > 0)
}

/** The lines of one operation; preparations get a line only if they fail. */
function operationLines(name: string, outcomes: readonly Outcome[]): string[] {
  const own = outcomes.filter(({ preparation, faults }) => !preparation || faults.length > 0)
  if (own.length === 0) return []
  const wrong = own.filter(({ faults }) => faults.length > 0)
  const skipped = own.filter(each => each.skipped !== undefined)
  const counts = [
    `${own.length - wrong.length - skipped.length} as documented`,
    ...(wrong.length > 0 ? [`${wrong.length} failed`] : []),
    ...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
  ]
  const mark = wrong.length > 0 ? 'FAIL' : skipped.length === own.length ? 'skip' : 'ok  '
  return [
    `${mark} ${name}: ${counts.join(', ')}`,
    ...wrong.flatMap(({ title, faults }) => faults.map(fault => `       ${title}: ${fault}`)),
    ...skipped.map(({ title, skipped }) => `       ${title}: skipped, ${skipped}`),
  ]
}

export function textReport(result: Result): string {
  const { outcomes, unprovoked, left, remaining, interrupted } = result
  const byTag = Map.groupBy(outcomes, ({ tag }) => tag)
  const lines = [...byTag].flatMap(([tag, list]) => {
    const byOperation = Map.groupBy(list, ({ operation }) => operation)
    const inner = [...byOperation].flatMap(([name, each]) => operationLines(name, each))
    return inner.length > 0 ? [[tag, ...inner].join('\n  ') + '\n'] : []
  })
  return [
    ...lines,
    ...untried(unprovoked),
    ...(remaining.length > 0 ? [`Not deleted, because the API has no operation for it: ${remaining.join(', ')}.`] : []),
    ...left.map(each => `NOT DELETED: ${each}`),
    ...(interrupted ? ['Interrupted: the remaining steps did not run.'] : []),
    summary(result),
  ].join('\n')
}

function untried(unprovoked: readonly Unprovoked[]): string[] {
  const byStatus = Map.groupBy(unprovoked, ({ status, reason }) => `${status} ${reason ?? 'has no test case'}`)
  const lines = [...byStatus].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return lines.map(([words, list]) => {
    const [status, ...reason] = words.split(' ')
    return `Not tested: ${status} of ${list.length} operations, because it ${reason.join(' ')}.`
  })
}

function summary({ outcomes, left }: Result): string {
  const wrong = outcomes.filter(({ faults }) => faults.length > 0).length
  const skipped = outcomes.filter(each => each.skipped !== undefined).length
  const operations = new Set(outcomes.filter(({ preparation }) => !preparation).map(({ operation }) => operation)).size
  const tried = outcomes.length - skipped
  const verdict = wrong + left.length === 0 ? 'matches the contract' : 'DOES NOT match the contract'
  return `${operations} operations, ${tried} requests, ${wrong} failed, ${skipped} skipped: ${verdict}`
}
