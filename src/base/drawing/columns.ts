// Finds the column of each node in a drawing. The nodes under a node form a block: the first branch is directly below
// the node, each further one as far left as possible.
import type { PlainGraph } from './graph.ts'
import { childrenOf } from './rows.ts'

interface Block {
  columns: Map<string, number>
  /** The cells of the block, by row and column. */
  cells: Set<number>
}

/** Greater than the number of nodes in any graph, so that one number identifies a cell and an addition moves a block. */
const ROW = 1000

export function columnsOf(graph: PlainGraph, rows: ReadonlyMap<string, number>): Map<string, number> {
  const children = childrenOf(graph, rows)
  const leading = new Set(graph.edges.map(({ from }) => from))
  const blockOf = (id: string): Block => {
    const cell = rows.get(id)! * ROW
    // lines leave a box through the cell below it, so a node in that cell would look like their target
    const block = { columns: new Map([[id, 0]]), cells: new Set(leading.has(id) ? [cell, cell + ROW] : [cell]) }
    for (const [index, child] of (children.get(id) ?? []).map(blockOf).entries()) {
      add(block, child, index === 0 ? 0 : shiftOf(block, child))
    }
    return block
  }
  const tops = graph.nodes.filter(({ id }) => rows.get(id) === 0)
  const whole: Block = { columns: new Map(), cells: new Set() }
  for (const { id } of tops) {
    const block = blockOf(id)
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
  for (const [id, column] of columns) to.columns.set(id, column + shift)
  for (const cell of cells) to.cells.add(cell + shift)
}
