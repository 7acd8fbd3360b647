// The plan of a drawing, before anything is measured: rows, columns, and the lanes between columns.
import type { Connection, Graph } from '../../automations/model.ts'
import { columnsOf } from './columns.ts'
import { inOrder, rowsOf } from './rows.ts'

export const BOX_WIDTH = 264

interface Place {
  row: number
  column: number
}

/** Between two columns: the way of the lines to one step that come from further up than the row above it. */
interface Lane {
  /** The space to the left of this column. */
  gutter: number
  /** The first and the last gap that it runs through. */
  from: number
  to: number
}

export interface Plan {
  places: Map<string, Place>
  columns: number
  rows: number
  /** By the step that it leads to. */
  lanes: Map<string, Lane>
  connections: readonly Connection[]
  /** How far from the middle of its box each connection begins. */
  ports: Map<Connection, number>
}

export function planOf(graph: Graph): Plan {
  const rows = rowsOf(graph)
  const columns = columnsOf(graph, rows)
  const places = new Map(graph.steps.map(({ key }) => [key, { row: rows.get(key)!, column: columns.get(key)! }]))
  const ports = portsOf(graph)
  return {
    places,
    columns: Math.max(...columns.values()) + 1,
    rows: Math.max(...rows.values()) + 1,
    lanes: lanesOf(graph, places, ports),
    connections: graph.connections,
    ports,
  }
}

/** No line begins where another one ends that comes from elsewhere, so the middle one of three is not in the middle. */
const PORTS = [[], [0], [-60, 60], [-80, 12, 80]]

function portsOf({ connections }: Graph): Map<Connection, number> {
  const ways = Map.groupBy(inOrder(connections), ({ from }) => from).values()
  return new Map([...ways].flatMap(list => list.map((connection, index) => [connection, PORTS[list.length]![index]!])))
}

function lanesOf(
  { connections }: Graph,
  places: ReadonlyMap<string, Place>,
  ports: ReadonlyMap<Connection, number>,
): Map<string, Lane> {
  const lanes = new Map<string, Lane>()
  for (const [to, list] of Map.groupBy(connections, connection => connection.to)) {
    const { row, column } = places.get(to)!
    const far = list.filter(({ from }) => places.get(from)!.row < row - 1)
    if (far.length === 0) continue
    const starts = far.map(connection => places.get(connection.from)!.column + 0.5 + ports.get(connection)! / BOX_WIDTH)
    const length = (gutter: number): number => starts.reduce((sum, start) => sum + Math.abs(start - gutter), 0)
    const beside = new Set([column, ...far.map(({ from }) => places.get(from)!.column)])
    const gutters = [...beside].flatMap(each => [each + 1, each])
    const gutter = gutters.reduce((best, each) => (length(each) < length(best) ? each : best))
    lanes.set(to, { gutter, from: Math.min(...far.map(({ from }) => places.get(from)!.row)), to: row - 1 })
  }
  return lanes
}
