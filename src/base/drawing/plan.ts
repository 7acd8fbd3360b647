// The plan of a drawing before anything is measured: rows, columns, and the lanes between columns.
import { columnsOf } from './columns.ts'
import type { PlainEdge, PlainGraph } from './graph.ts'
import { byRank, rowsOf } from './rows.ts'

export const BOX_WIDTH = 264

interface Place {
  row: number
  column: number
}

/** The lane between two columns for lines to one node that start more than one row above it. */
interface Lane {
  /** The number of the column to the right of the lane. */
  gutter: number
  /** The first and last gap between rows that the lane crosses. */
  from: number
  to: number
}

export interface Plan {
  places: Map<string, Place>
  columns: number
  rows: number
  /** By target node of the lane. */
  lanes: Map<string, Lane>
  edges: readonly PlainEdge[]
  /** The distance of each edge's start from the middle of its box. */
  ports: Map<PlainEdge, number>
}

export function planOf(graph: PlainGraph): Plan {
  const rows = rowsOf(graph)
  const columns = columnsOf(graph, rows)
  const places = new Map(graph.nodes.map(({ id }) => [id, { row: rows.get(id)!, column: columns.get(id)! }]))
  const ports = portsOf(graph)
  return {
    places,
    columns: Math.max(...columns.values()) + 1,
    rows: Math.max(...rows.values()) + 1,
    lanes: lanesOf(graph, places, ports),
    edges: graph.edges,
    ports,
  }
}

/** The middle edge of three is off center, so that no line starts exactly where another one ends. */
const PORTS = [[], [0], [-60, 60], [-80, 12, 80]]

function portsOf({ edges }: PlainGraph): Map<PlainEdge, number> {
  const ways = Map.groupBy(byRank(edges), ({ from }) => from).values()
  return new Map([...ways].flatMap(list => list.map((edge, index) => [edge, PORTS[list.length]![index]!])))
}

function lanesOf(
  { edges }: PlainGraph,
  places: ReadonlyMap<string, Place>,
  ports: ReadonlyMap<PlainEdge, number>,
): Map<string, Lane> {
  const lanes = new Map<string, Lane>()
  for (const [to, list] of Map.groupBy(edges, edge => edge.to)) {
    const { row, column } = places.get(to)!
    const far = list.filter(({ from }) => places.get(from)!.row < row - 1)
    if (far.length === 0) continue
    const starts = far.map(edge => places.get(edge.from)!.column + 0.5 + ports.get(edge)! / BOX_WIDTH)
    const length = (gutter: number): number => starts.reduce((sum, start) => sum + Math.abs(start - gutter), 0)
    const beside = new Set([column, ...far.map(({ from }) => places.get(from)!.column)])
    const gutters = [...beside].flatMap(each => [each + 1, each])
    const gutter = gutters.reduce((best, each) => (length(each) < length(best) ? each : best))
    lanes.set(to, { gutter, from: Math.min(...far.map(({ from }) => places.get(from)!.row)), to: row - 1 })
  }
  return lanes
}
