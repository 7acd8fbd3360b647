// In which row of a drawing each step stands, and under which other step it hangs.
import type { Connection, Graph } from '../../automations/model.ts'

/** The ways that lead away from a step, in the order in which they are drawn from left to right. */
const WAYS: ReadonlyArray<Connection['type']> = [
  'condition_met',
  'event_received',
  'default',
  'condition_not_met',
  'timeout',
]

export function inOrder(connections: readonly Connection[]): Connection[] {
  return connections.toSorted((one, other) => WAYS.indexOf(one.type) - WAYS.indexOf(other.type))
}

/** Each step below all that lead to it. */
export function rowsOf({ steps, connections }: Graph): Map<string, number> {
  const next = Map.groupBy(connections, ({ from }) => from)
  const awaited = new Map(steps.map(({ key }) => [key, 0]))
  for (const { to } of connections) awaited.set(to, awaited.get(to)! + 1)
  const rows = new Map(steps.map(({ key }) => [key, 0]))
  // a set that grows while it is read gives each step once
  const ready = new Set(steps.map(({ key }) => key).filter(key => awaited.get(key) === 0))
  for (const key of ready) {
    for (const { to } of next.get(key) ?? []) {
      rows.set(to, Math.max(rows.get(to)!, rows.get(key)! + 1))
      awaited.set(to, awaited.get(to)! - 1)
      if (awaited.get(to) === 0) ready.add(to)
    }
  }
  return rows
}

/** Which steps hang under which: each under one that leads to it from the row above, the main way before others. */
export function childrenOf({ connections }: Graph, rows: ReadonlyMap<string, number>): Map<string, string[]> {
  const children = new Map<string, string[]>()
  const hung = new Set<string>()
  for (const { from, to } of inOrder(connections)) {
    if (hung.has(to) || rows.get(to) !== rows.get(from)! + 1) continue
    hung.add(to)
    children.set(from, [...(children.get(from) ?? []), to])
  }
  return children
}
