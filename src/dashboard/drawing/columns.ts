// In which column of a drawing each step stands. What hangs under a step stands in a block of its own: the first branch
// right below the step, each further one as far to the left as there is room.
import type { Graph } from '../../automations/model.ts'
import { childrenOf } from './rows.ts'

interface Block {
  columns: Map<string, number>
  /** What nothing else may stand in, by row and column. */
  cells: Set<number>
}

/** More than a graph has steps, so that a cell is one number and a block is moved by adding to it. */
const ROW = 1000

export function columnsOf(graph: Graph, rows: ReadonlyMap<string, number>): Map<string, number> {
  const children = childrenOf(graph, rows)
  const leading = new Set(graph.connections.map(({ from }) => from))
  const blockOf = (key: string): Block => {
    const cell = rows.get(key)! * ROW
    // lines leave a box through the place below it; whatever stood there would seem to be where they lead
    const block = { columns: new Map([[key, 0]]), cells: new Set(leading.has(key) ? [cell, cell + ROW] : [cell]) }
    for (const [index, child] of (children.get(key) ?? []).map(blockOf).entries()) {
      add(block, child, index === 0 ? 0 : shiftOf(block, child))
    }
    return block
  }
  const tops = graph.steps.filter(({ key }) => rows.get(key) === 0)
  const whole: Block = { columns: new Map(), cells: new Set() }
  for (const { key } of tops) {
    const block = blockOf(key)
    add(whole, block, whole.cells.size === 0 ? 0 : shiftOf(whole, block))
  }
  return whole.columns
}

function shiftOf({ cells }: Block, block: Block): number {
  let shift = 1
  while ([...block.cells].some(cell => cells.has(cell + shift))) shift++
  return shift
}

function add(to: Block, { columns, cells }: Block, shift: number): void {
  for (const [key, column] of columns) to.columns.set(key, column + shift)
  for (const cell of cells) to.cells.add(cell + shift)
}
