// A graph to be drawn: boxes with text, and lines between them. Its meaning is up to the caller.

export interface PlainGraph {
  nodes: readonly PlainNode[]
  edges: readonly PlainEdge[]
}

export interface PlainNode {
  id: string
  /** The first and the second line in its box. */
  title: string
  detail: string
  /** The third line: the state of the node. Either all nodes of a drawing have one or none. */
  mark?: NodeMark
  /** Whether it is the node that is shown beside the drawing. */
  is_current?: boolean
}

export interface NodeMark {
  state: NodeState
  words: string
  /** Whether the run has come to this node. */
  is_reached: boolean
}

export type NodeState = 'pending' | 'running' | 'waiting' | 'completed' | 'failed' | 'skipped'

/** The graph has no cycle, and at most three edges leave a node. */
export interface PlainEdge {
  from: string
  to: string
  /** Of the edges that leave a node, one with a lower rank is drawn further left. */
  rank: number
  /** Written beside the beginning of the line. */
  label: string
  /** Whether the run took this edge. */
  is_taken: boolean
  /** What the edge leaves by, for a script that finds the line of it in the page. */
  exit?: string
}
