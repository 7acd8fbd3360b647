// The pictures of the guides, drawn by what draws automations in the dashboard. Run by `npm run generate`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type Mark, drawingOf } from '../src/dashboard/drawing/drawing.ts'
import { STATUS_WORDS } from '../src/dashboard/drawing/words.ts'
import type { Graph } from '../src/automations/model.ts'

export interface Picture {
  /** In docs/. */
  file: string
  svg: string
}

const source = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

/** The run that the guide shows: nobody answered, so that the reminder went out. */
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
  const { picture: run } = drawingOf(nudge, 'A run of the trial nudge', { steps, taken: new Set(nudge.connections) })
  return [
    { file: 'pictures/trial-nudge.svg', svg: asFile(drawingOf(nudge, 'The trial nudge').picture.toString()) },
    { file: 'pictures/trial-nudge-run.svg', svg: asFile(run.toString()) },
    { file: 'pictures/plan-route.svg', svg: asFile(drawingOf(routes, 'Two ways by plan').picture.toString()) },
  ]
}

/** As the server keeps it: every connection has a type. */
function graphIn(file: string): Graph {
  const { steps, connections } = JSON.parse(source(file)) as Graph
  return { steps, connections: connections.map(({ from, to, type }) => ({ from, to, type: type ?? 'default' })) }
}

/** A drawing by itself: it leads nowhere and brings what the page would style it with. */
function asFile(drawing: string): string {
  return `${drawing
    .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
    .replace('role="group"', 'role="img"')
    .replace(/\s*aria-describedby="[^"]*"/, '')
    .replace(/<desc[\s\S]*?<\/desc>/, `<style>${styles()}</style>`)
    .replaceAll(/<a href="[^"]*" id="[^"]*" class="([^"]*)"[^>]*>/g, '<g class="$1">')
    .replaceAll('</a>', '</g>')
    .replaceAll(/\n\s*/g, '\n')}\n`
}

/** The colours and the part about graphs of the dashboard's stylesheet. */
function styles(): string {
  const css = source('src/dashboard/dashboard.css')
  const colours = css.slice(css.indexOf(':root {'), css.indexOf('*,\n*::before'))
  const graph = css.slice(css.indexOf('\nsvg.graph {'), css.indexOf('.steps {'))
  const own = 'svg.graph { background: var(--surface); color: var(--ink); font-family: system-ui, sans-serif; }'
  return `\n${colours}${graph}${own}\n`.replaceAll(/\n\s*/g, '\n')
}

if (import.meta.main) {
  mkdirSync(new URL('../docs/pictures', import.meta.url), { recursive: true })
  for (const { file, svg } of picturesOfGuides()) writeFileSync(new URL(`../docs/${file}`, import.meta.url), svg)
}
