// Finds the row of each node in a drawing, and the node above that it is placed under.
import type { PlainEdge, PlainGraph } from './graph.ts'

/** From left to right. */
export function byRank(edges: readonly PlainEdge[]): PlainEdge[] {
  return edges.toSorted((one, other) => one.rank - other.rank)
}

/** Each node is below all of its predecessors. */
export function rowsOf({ nodes, edges }: PlainGraph): Map<string, number> {
  const next = Map.groupBy(edges, ({ from }) => from)
  const awaited = new Map(nodes.map(({ id }) => [id, 0]))
  for (const { to } of edges) awaited.set(to, awaited.get(to)! + 1)
  const rows = new Map(nodes.map(({ id }) => [id, 0]))
  // iterating over a growing set visits each node once
  const ready = new Set(nodes.map(({ id }) => id).filter(id => awaited.get(id) === 0))
  for (const id of ready) {
    for (const { to } of next.get(id) ?? []) {
      rows.set(to, Math.max(rows.get(to)!, rows.get(id)! + 1))
      awaited.set(to, awaited.get(to)! - 1)
      if (awaited.get(to) === 0) ready.add(to)
    }
  }
  return rows
}

/**
 * The nodes placed under each node. A node is placed under the predecessor in the row above whose edge has the lowest
 * rank.
 */
export function childrenOf({ edges }: PlainGraph, rows: ReadonlyMap<string, number>): Map<string, string[]> {
  const children = new Map<string, string[]>()
  const hung = new Set<string>()
  for (const { from, to } of byRank(edges)) {
    if (hung.has(to) || rows.get(to) !== rows.get(from)! + 1) continue
    hung.add(to)
    children.set(from, [...(children.get(from) ?? []), to])
  }
  return children
}
