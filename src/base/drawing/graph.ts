// A graph as the drawing knows it: boxes with words in them, and lines between those. What it stands for is the caller's.

export interface PlainGraph {
  nodes: readonly PlainNode[]
  edges: readonly PlainEdge[]
}

export interface PlainNode {
  id: string
  /** In the first and the second line of its box. */
  title: string
  detail: string
  /** What became of it, in the third line; a drawing has these for all of its nodes or for none. */
  mark?: NodeMark
}

export interface NodeMark {
  state: NodeState
  words: string
  /** Whether the way through the graph came here. */
  is_reached: boolean
}

export type NodeState = 'pending' | 'running' | 'waiting' | 'completed' | 'failed' | 'skipped'

/** No edge leads back to where it came from, not even by others, and at most three leave a node. */
export interface PlainEdge {
  from: string
  to: string
  /** Of two that leave a node, the one with the lower rank stands further left. */
  rank: number
  /** Beside its beginning. */
  label: string
  /** Whether the way through the graph went along it. */
  is_taken: boolean
}
