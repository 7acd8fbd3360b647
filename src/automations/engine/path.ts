// Which way a run has gone.
import type { Connection, Graph } from '../graph/graph.ts'
import { type Run, connectionFrom } from './run.ts'
import { pathOf } from '../simulation/rules.ts'

/** The connections that a run went along, in the order in which it did. */
export function connectionsTaken(graph: Graph, run: Run): Connection[] {
  const path = pathOf(graph, run)
  return path.slice(1).map((_, index) => connectionFrom(graph, path[index]!.key, path[index]!.way!)!)
}
