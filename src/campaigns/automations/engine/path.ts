// The path that a run took through its graph.
import type { Schemas } from '../../../../generated/api.ts'
import { type Connection, type Graph, type Step, triggerOf, type ConnectionType } from '../graph/graph.ts'
import { isBranching } from '../steps/index.ts'
import { connectionFrom, stepRecordOf, type Run, type StepRecord } from './run.ts'

/** A step on the path of a run. */
export type PathStep = Schemas['SimulatedStep'] & Pick<Step, 'type'>

/** The steps on the path of a run, in order. */
export function pathOf(graph: Graph, run: Run): PathStep[] {
  const path: PathStep[] = []
  let key: string | undefined = triggerOf(graph).key
  while (key !== undefined) {
    const { created_at: _created, started_at, ...record }: StepRecord = stepRecordOf(run, key)
    if (started_at === null) break
    const over = record.status === 'completed' || record.status === 'skipped'
    const way: ConnectionType | null = over ? wayOf(record) : null
    path.push({ ...record, started_at, way })
    key = way === null ? undefined : connectionFrom(graph, key, way)?.to
  }
  return path
}

function wayOf({ type, output }: Pick<StepRecord, 'type' | 'output'>): ConnectionType {
  return isBranching(type) ? (output?.outcome as ConnectionType) : 'default'
}

/** The connections on the path of a run, in order. */
export function connectionsTaken(graph: Graph, run: Run): Connection[] {
  return connectionsAlong(graph, pathOf(graph, run))
}

export function connectionsAlong(graph: Graph, path: readonly Pick<PathStep, 'key' | 'way'>[]): Connection[] {
  return path.slice(1).map((_, index) => connectionFrom(graph, path[index]!.key, path[index]!.way!)!)
}
