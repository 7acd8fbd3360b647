// Computes the positions of all boxes and lines in the drawing of a graph. Boxes are in rows and columns, and lines run
// between them: down from a box, along the gap below its row and, for distant targets, down between two columns. So no
// line crosses a box, and the work stays small for any graph; general layout libraries took seconds for 150 nodes with
// one common target. Lines to the same node merge.
import type { PlainEdge, PlainGraph } from './graph.ts'
import { BOX_WIDTH, type Plan, planOf } from './plan.ts'
import { type Tracks, tracksOf } from './tracks.ts'

const MARGIN = 16
const GUTTER = 32
const TRACK = 12
const LABEL_HEIGHT = 24
const ARROW_HEIGHT = 18

export interface Point {
  x: number
  y: number
}

export interface Layout {
  width: number
  height: number
  /** The upper left corner of each node's box, from top to bottom. */
  boxes: Map<string, Point>
  lines: Line[]
}

export interface Line {
  edge: PlainEdge
  points: Point[]
}

export function layoutOf(graph: PlainGraph, box_height: number): Layout {
  const plan = planOf(graph)
  const x = across(plan)
  const y = down(plan, x, box_height)
  const order = [...plan.places].toSorted(([, one], [, other]) => one.row - other.row || one.column - other.column)
  return {
    width: x.width,
    height: y.height,
    boxes: new Map(order.map(([id, { row, column }]) => [id, { x: x.columns[column]!, y: y.rows[row]! }])),
    lines: graph.edges.map(edge => ({ edge, points: pointsOf(edge, plan, { x, y, box_height }) })),
  }
}

interface Across {
  width: number
  /** The left edge of each column. */
  columns: number[]
  /** The x position of each node's lane, if any. */
  lanes: Map<string, number>
}

function across({ columns, lanes }: Plan): Across {
  const result: Across = { width: MARGIN, columns: [], lanes: new Map() }
  const byGutter = Map.groupBy(lanes, ([, { gutter }]) => gutter)
  for (let gutter = 0; gutter <= columns; gutter++) {
    const spans = (byGutter.get(gutter) ?? []).map(([name, { from, to }]) => ({ name, from, to }))
    const tracks = tracksOf(spans, 0)
    const inside = gutter > 0 && gutter < columns
    const first = result.width + (gutter === 0 ? 0 : GUTTER / 2)
    for (const [id, track] of tracks.of) result.lanes.set(id, first + track * TRACK)
    result.width += tracks.count * TRACK + (inside ? GUTTER : 0)
    if (gutter < columns) {
      result.columns.push(result.width)
      result.width += BOX_WIDTH
    }
  }
  return { ...result, width: result.width + MARGIN }
}

interface Down {
  height: number
  /** The upper edge of each row. */
  rows: number[]
  /** For each row, the y positions of the lines below it, by target node. */
  tracks: Map<string, number>[]
}

function down(plan: Plan, x: Across, box_height: number): Down {
  const result: Down = { height: MARGIN, rows: [], tracks: [] }
  const labelled = new Set(plan.edges.filter(({ label }) => label !== '').map(rowOf(plan)))
  for (let row = 0; row < plan.rows; row++) {
    const tracks = tracksBelow(row, plan, x)
    const start = result.height + box_height + (labelled.has(row) ? LABEL_HEIGHT : TRACK)
    result.rows.push(result.height)
    result.tracks.push(new Map([...tracks.of].map(([id, track]) => [id, start + track * TRACK])))
    result.height = row === plan.rows - 1 ? result.height + box_height : start + tracks.count * TRACK + ARROW_HEIGHT
  }
  return { ...result, height: result.height + MARGIN }
}

const rowOf =
  ({ places }: Plan) =>
  ({ from }: PlainEdge): number =>
    places.get(from)!.row

/** Lines to the same node share a track. */
function tracksBelow(row: number, plan: Plan, x: Across): Tracks<string> {
  const points = new Map<string, number[]>()
  const note = (id: string, at: number): void => void points.set(id, [...(points.get(id) ?? []), at])
  for (const edge of plan.edges) {
    const { to } = edge
    const isLast = plan.places.get(to)!.row === row + 1
    const begins = rowOf(plan)(edge) === row
    if (begins) note(to, startOf(edge, plan, x))
    if (isLast) note(to, middleOf(to, plan, x))
    if ((begins && !isLast) || (isLast && x.lanes.has(to))) note(to, x.lanes.get(to)!)
  }
  const spans = [...points].map(([name, all]) => ({ name, from: Math.min(...all), to: Math.max(...all) }))
  return tracksOf(
    spans.filter(({ from, to }) => from < to),
    TRACK,
  )
}

const middleOf = (id: string, { places }: Plan, x: Across): number => x.columns[places.get(id)!.column]! + BOX_WIDTH / 2

const startOf = (edge: PlainEdge, plan: Plan, x: Across): number => middleOf(edge.from, plan, x) + plan.ports.get(edge)!

interface Lengths {
  x: Across
  y: Down
  box_height: number
}

function pointsOf(edge: PlainEdge, plan: Plan, { x, y, box_height }: Lengths): Point[] {
  const { from, to } = edge
  const [first, last] = [plan.places.get(from)!.row, plan.places.get(to)!.row - 1]
  const [start, end] = [startOf(edge, plan, x), middleOf(to, plan, x)]
  const top = { x: start, y: y.rows[first]! + box_height }
  const bottom = { x: end, y: y.rows[last + 1]! }
  // straight down, because no other line leads to the node
  const turn = y.tracks[first]!.get(to)
  if (turn === undefined) return [top, bottom]
  if (first === last) return start === end ? [top, bottom] : [top, { x: start, y: turn }, { x: end, y: turn }, bottom]
  const lane = x.lanes.get(to)!
  const back = y.tracks[last]!.get(to)!
  return [top, { x: start, y: turn }, { x: lane, y: turn }, { x: lane, y: back }, { x: end, y: back }, bottom]
}
