// Jobs whose process dies once, at a chosen moment.
import type { JobKind } from '../../src/base/queue/kinds.ts'
import type { Work } from '../../src/base/queue/claimed-work.ts'

/** The work with another `finish`. */
export function withFinish<K extends JobKind>(work: Work<K>, finish: Work<K>['finish']): Work<K> {
  // private fields of the work are accessible only to its own methods
  const own = { read: work.read.bind(work), write: work.write.bind(work), record: work.record.bind(work) }
  return Object.create(work, { finish: { value: finish }, ...valuesOf(own) }) as Work<K>
}

function valuesOf(functions: object): PropertyDescriptorMap {
  return Object.fromEntries(Object.entries(functions).map(([name, value]) => [name, { value }]))
}

/** Dies once: before `finish`, inside it after all writes, or after it. */
export function dyingOnce(job: (work: never) => Promise<void>, moment: string): (work: Work<JobKind>) => Promise<void> {
  let deaths = 0
  return async work => {
    if (deaths++ > 0) return job(work as never)
    if (moment === 'before') throw new Error('died')
    const inside: Work<JobKind>['finish'] = body =>
      work.finish(async tx => {
        await body(tx)
        throw new Error('died')
      })
    await job((moment === 'inside' ? withFinish(work, inside) : work) as never)
    throw new Error('died')
  }
}
