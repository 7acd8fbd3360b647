// The pictures of the guides, rendered by the code that draws automations in the dashboard. Run by `npm run generate`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Graph } from '../src/campaigns/automations/graph/graph.ts'
import { type Mark, plainGraph } from '../src/interfaces/dashboard/pages/automations/drawing.ts'
import type { PlainGraph } from '../src/base/drawing/graph.ts'
import { filePicture } from '../src/base/drawing/svg.ts'
import { STATUS_WORDS } from '../src/interfaces/dashboard/pages/automations/words.ts'

export interface Picture {
  /** Paths in docs/. */
  file: string
  svg: string
}

const source = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

/** The run in the guide: the contact did not respond, so the reminder was sent. */
const RUN: Record<string, [status: Mark['status'], ended_at: string | null]> = {
  start: ['completed', '2027-01-01T08:00:00.000Z'],
  welcome: ['completed', '2027-01-01T08:00:00.000Z'],
  answer: ['completed', '2027-01-04T08:00:00.000Z'],
  reminder: ['completed', '2027-01-04T08:00:00.000Z'],
}

export function picturesOfGuides(): Picture[] {
  const nudge = graphIn('docs/trial-nudge.json')
  const routes = graphIn('docs/plan-route.json')
  const steps = new Map(
    Object.entries(RUN).map(([key, [status, ended_at]]) => [
      key,
      { status, ended_at, reached: true, words: STATUS_WORDS[status] },
    ]),
  )
  const run = plainGraph(nudge, { steps, taken: new Set(nudge.connections) })
  return [
    { file: 'pictures/trial-nudge.svg', svg: drawn('The trial nudge', plainGraph(nudge)) },
    { file: 'pictures/trial-nudge-run.svg', svg: drawn('A run of the trial nudge', run) },
    { file: 'pictures/plan-route.svg', svg: drawn('Two ways by plan', plainGraph(routes)) },
  ]
}

/** As the server stores it: every connection has a type. */
function graphIn(file: string): Graph {
  const { steps, connections } = JSON.parse(source(file)) as Graph
  return { steps, connections: connections.map(({ from, to, type }) => ({ from, to, type: type ?? 'default' })) }
}

/** The colors of the pages, the styles of diagrams, and styles that a page would provide. */
const STYLES = [
  source('src/base/html/tokens.css'),
  source('src/base/drawing/drawing.css'),
  'svg.graph { background: var(--surface); color: var(--ink); font-family: system-ui, sans-serif; }',
].join('\n')

function drawn(title: string, graph: PlainGraph): string {
  const { svg } = filePicture(graph, { title, styles: STYLES })
  return `${svg.toString().replaceAll(/\n\s*/g, '\n')}\n`
}

if (import.meta.main) {
  mkdirSync(new URL('../docs/pictures', import.meta.url), { recursive: true })
  for (const { file, svg } of picturesOfGuides()) writeFileSync(new URL(`../docs/${file}`, import.meta.url), svg)
}
