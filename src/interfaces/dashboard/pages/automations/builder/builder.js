// Edits the diagram of a draft with the mouse and the keyboard. It sends the forms of the page, which work without it.
const SVG = 'http://www.w3.org/2000/svg'
/** Where exits without a line start, relative to the middle of their box. */
const PORTS = [[], [0], [-60, 60], [-80, 12, 80]]
const DRAG_PX = 6

const svg = document.querySelector('.builder svg.graph')
const add = document.querySelector('.builder form[action$="/edit/add"]').elements
const path = add.type.form.getAttribute('action').slice(0, -'/add'.length)
const keyOf = box => new URL(box.href.baseVal, location).searchParams.get('step')
const boxes = new Map(Array.from(svg.querySelectorAll('a.step'), box => [keyOf(box), box]))
const rectOf = key => boxes.get(key)?.firstElementChild.nextElementSibling
/** `default start`: the way `default` of the step `start`. */
const exitOf = text => ({ text, way: text.split(' ', 1)[0], from: text.slice(text.indexOf(' ') + 1) })
const lines = Array.from(svg.querySelectorAll('[data-exit]'), line => ({
  ...exitOf(line.dataset.exit),
  to: line.dataset.to,
  begin: line.getPointAtLength(0),
}))
const lineAt = exit => lines.find(({ text }) => text === exit.text)
const linesTo = key => lines.filter(({ to }) => to === key)
const linesFrom = key => lines.filter(({ from }) => from === key)

function made(element, attributes, ...inside) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...inside)
  return element
}
const drawn = (tag, attributes, ...inside) => made(document.createElementNS(SVG, tag), attributes, ...inside)
const button = (attributes, words) =>
  made(document.createElement('button'), { type: 'button', class: 'quiet', ...attributes }, words)

const status = made(document.createElement('p'), { class: 'soft', role: 'status' })
const say = (...words) => status.replaceChildren(...words)

// ---- changes: each is one of the forms of the page, or several in sequence ---------------------------------------

let isTyped = false
const stepForm = document.querySelector('#step-form')
stepForm.addEventListener('input', () => (isTyped = true))

/** A link to another step saves this one first. */
document.addEventListener('click', event => {
  const link = event.target.closest('a')
  const isNewTab = event.ctrlKey || event.metaKey || event.shiftKey
  if (!isTyped || !link || isNewTab || event.defaultPrevented) return
  const to = new URL(link.href.baseVal ?? link.href, location)
  if (to.pathname !== path || !to.searchParams.has('step')) return
  event.preventDefault()
  stepForm.elements.next.value = to.searchParams.get('step')
  stepForm.requestSubmit()
})

/** The revision that the page shows; after a change, that of the response. */
let seen = add.seen.value

async function pageOf(answer) {
  return new DOMParser().parseFromString(await answer.text(), 'text/html')
}

async function formOf(key) {
  const step = (await pageOf(await fetch(`${path}?${new URLSearchParams({ step: key })}`))).querySelector('#step')
  if (step?.querySelector('[name=key]').value !== key) throw new Error('The automation was changed. Reload the page.')
  return { type: step.dataset.type, fields: new URLSearchParams(new FormData(step.querySelector('form'))) }
}

/** Returns the key of the step in the response. */
async function post(form, fields) {
  const body = new URLSearchParams(fields)
  body.set('form_token', add.form_token.value)
  body.set('seen', seen)
  const answer = await fetch(`${path}/${form}`, { method: 'POST', body })
  const page = await pageOf(answer)
  if (!answer.ok)
    throw new Error(page.querySelector('#trouble')?.textContent ?? 'The change was not saved. Reload the page.')
  seen = page.querySelector('[name=seen]').value
  shown = answer.url
  return new URL(shown).searchParams.get('step')
}
let shown

async function connect({ from, way }, to = '') {
  const { fields } = await formOf(from)
  fields.set(`way.${way}`, to)
  await post('step', fields)
}

function change(forms) {
  if (isTyped) return say('Save the step first. Its form has unsaved changes.')
  say('Saving …')
  forms().then(
    () => location.assign(shown),
    error => say(error.message),
  )
}

const insert = (type, at) => change(() => post('add', { type, at }))

const remove = key =>
  change(async () => {
    const { type, fields } = await formOf(key)
    await post('remove', { key })
    sessionStorage.setItem(path, JSON.stringify({ key, type, fields: `${fields}`, into: linesTo(key) }))
  })

/** Adds the step again, with the content of its form, and reconnects its predecessors to it. */
const restore = ({ key, type, fields, into }) =>
  change(async () => {
    const again = new URLSearchParams(fields)
    again.set('key', await post('add', { type, at: '' }))
    await post('step', again)
    for (const line of into) await connect(line, key)
  })

/** Removes a step from its position and adds it at an exit. Its predecessors are connected to its successor. */
function move(key, exit) {
  const behind = linesFrom(key)[0]?.to
  if (exit.from === key || lineAt(exit)?.to === key) return
  if (exits.filter(({ from }) => from === key).length !== 1)
    return say('A step with several connections can’t be moved. Move its connections instead.')
  change(async () => {
    for (const line of linesTo(key)) await connect(line, behind)
    await connect(
      exits.find(({ from }) => from === key),
      lineAt(exit)?.to,
    )
    await connect(exit, key)
  })
}

// ---- steps to add, and a + at each exit -----------------------------------------------------------------------------

const chosen = { type: '', at: '' }

/** A second press cancels the choice. */
function choose(part, value) {
  chosen[part] = chosen[part] === value ? '' : value
  for (const each of types) each.setAttribute('aria-pressed', each.value === chosen.type)
  for (const [at, plus] of pluses) plus.setAttribute('aria-pressed', at === chosen.at)
  if (chosen.type && chosen.at) return insert(chosen.type, chosen.at)
  if (chosen.type) say('Select the + to add it there.')
  if (!chosen.at) return
  say('Select the step to add.')
  types[0].focus()
}

/** `drop` is called with the element under the pointer at the end of a drag, and without one for a press. */
function draggable(element, drop) {
  let from, line
  const point = at => new DOMPoint(at.clientX, at.clientY).matrixTransform(svg.getScreenCTM().inverse())
  element.addEventListener('pointerdown', event => {
    line = undefined
    from = event
    // a fast pointer leaves the element with its first move
    element.setPointerCapture(event.pointerId)
  })
  element.addEventListener('pointermove', event => {
    if (!from || (!line && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) < DRAG_PX)) return
    line ??= svg.appendChild(drawn('path', { class: 'drawn' }))
    const [begin, end] = [point(from), point(event)]
    line.setAttribute('d', `M${begin.x} ${begin.y}L${end.x} ${end.y}`)
  })
  for (const type of ['pointerup', 'pointercancel'])
    element.addEventListener(type, event => {
      from = undefined
      line?.remove()
      if (line && type === 'pointerup') drop(document.elementFromPoint(event.clientX, event.clientY))
    })
  // otherwise the browser drags links, and follows them at the end
  element.addEventListener('dragstart', event => event.preventDefault())
  element.addEventListener('click', event => line && (event.preventDefault(), event.stopImmediatePropagation()), true)
}

const plusUnder = element =>
  pluses.get(element?.closest('.plus')?.dataset.at) && exitOf(element.closest('.plus').dataset.at)

const types = Array.from(add.type.options, ({ value, text }) => {
  const type = button({ value }, text)
  draggable(type, under => plusUnder(under) && insert(value, plusUnder(under).text))
  type.addEventListener('click', () => choose('type', value))
  return type
})

const options = Array.from(add.at?.options ?? []).filter(({ value }) => value)
const exits = options.map(({ value }) => exitOf(value))

/** Where the line of an exit starts, or a place beside the other lines of the step. */
function placeOf(exit) {
  if (lineAt(exit)) return lineAt(exit).begin
  const own = exits.filter(({ from }) => from === exit.from)
  const { x, y, width, height } = rectOf(exit.from).getBBox()
  let at = x + width / 2 + PORTS[own.length][own.findIndex(({ text }) => text === exit.text)]
  while (linesFrom(exit.from).some(({ begin }) => Math.abs(begin.x - at) < 28)) at += 28
  return { x: at, y: y + height }
}

const pluses = new Map(
  exits.map((exit, index) => {
    const { x, y } = placeOf(exit)
    const name = `Add step: ${options[index].text}`
    const plus = drawn(
      'g',
      { class: 'plus', role: 'button', tabindex: 0, 'aria-label': name, 'data-at': exit.text },
      drawn('title', {}, name),
      drawn('circle', { class: 'reach', cx: x, cy: y, r: 14 }),
      drawn('circle', { cx: x, cy: y, r: 9 }),
      drawn('path', { d: `M${x - 4} ${y}h8M${x} ${y - 4}v8` }),
    )
    draggable(plus, under => {
      const box = under?.closest('a.step')
      if (box) change(() => connect(exit, keyOf(box)))
    })
    plus.addEventListener('click', () => choose('at', exit.text))
    return [exit.text, plus]
  }),
)
svg.append(...pluses.values())
for (const [key, box] of boxes) draggable(box, under => plusUnder(under) && move(key, plusUnder(under)))

// ---- keys -----------------------------------------------------------------------------------------------------------

/** The step that an arrow key leads to. */
function neighbour(key, arrow) {
  if (arrow === 'ArrowDown') return linesFrom(key)[0]?.to
  if (arrow === 'ArrowUp') return linesTo(key)[0]?.from
  const order = [...boxes.keys()]
  const beside = order[order.indexOf(key) + (arrow === 'ArrowRight' ? 1 : -1)]
  return rectOf(beside)?.getAttribute('y') === rectOf(key).getAttribute('y') ? beside : undefined
}

svg.addEventListener('keydown', event => {
  const at = event.target.closest('.plus')?.dataset.at
  const box = event.target.closest('a.step')
  const key = box && keyOf(box)
  if (at && [' ', 'Enter'].includes(event.key)) choose('at', at)
  else if (key && event.key === 'Delete') remove(key)
  else if (key && event.key === '+') pluses.get(exits.find(({ from }) => from === key)?.text)?.focus()
  else if (key && event.key.startsWith('Arrow')) boxes.get(neighbour(key, event.key))?.focus()
  else return
  event.preventDefault()
})

const palette = { class: 'palette', role: 'group', 'aria-label': 'Steps to add' }
svg.closest('.graph-frame').before(made(document.createElement('div'), palette, ...types), status)
say(
  'Drag a step onto a +, or select both. Drag a + onto a step to connect it. Arrow keys move between steps. Delete removes a step.',
)

const lost = JSON.parse(sessionStorage.getItem(path))
sessionStorage.removeItem(path)
if (lost && location.search.includes('done=removed')) {
  const undo = button({}, 'Undo')
  undo.addEventListener('click', () => restore(lost))
  say(`Step “${lost.key}” removed. `, undo)
  undo.focus()
}
