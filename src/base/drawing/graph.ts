// A graph to draw: boxes with text, and lines between them. The caller defines its meaning.

export interface PlainGraph {
  nodes: readonly PlainNode[]
  edges: readonly PlainEdge[]
}

export interface PlainNode {
  id: string
  /** The first and the second line in its box. */
  title: string
  detail: string
  /** The third line: the state of the node. Either all nodes of a drawing have one, or none. */
  mark?: NodeMark
  /** Whether this node is shown next to the drawing. */
  is_current?: boolean
}

export interface NodeMark {
  state: NodeState
  words: string
  /** Whether the run has reached this node. */
  is_reached: boolean
}

export type NodeState = 'pending' | 'running' | 'waiting' | 'completed' | 'failed' | 'skipped'

/** The graph has no cycle, and at most three edges leave a node. */
export interface PlainEdge {
  from: string
  to: string
  /** Of the edges of one node, those with a lower rank are drawn further left. */
  rank: number
  /** Displayed next to the start of the line. */
  label: string
  /** Whether the run took this edge. */
  is_taken: boolean
  /** The exit of the edge. A script uses it to find the line in the page. */
  exit?: string
}
