// Saves the editor of a broadcast or template by itself, brings its preview up to date, and inserts placeholders and images at the
// cursor.
const WAIT_MS = 2000

const form = document.querySelector('form[data-autosave]')
const line = form.querySelector('[data-saved]')

/** The field that was typed into last. */
let field = form.querySelector('textarea')
let timer
let isSaving = false
/** Whether something was typed while it was being saved. */
let isStale = false
/** Another writer was faster, or it is gone: nothing is saved by itself any more. */
let isRefused = false

function say(words, isTrouble) {
  line.textContent = words
  line.classList.toggle('failed', isTrouble)
}

async function answerTo(body) {
  const answer = await fetch(form.dataset.autosave, { method: 'POST', body })
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  return isJson
    ? answer.json()
    : { trouble: 'Open this page again. You may have to log in, or your role has changed.', isFinal: true }
}

async function save() {
  isSaving = true
  isStale = false
  try {
    const { seen, trouble, isFinal } = await answerTo(new URLSearchParams(new FormData(form)))
    if (seen === undefined) {
      isRefused = isFinal
      say(`Not saved: ${trouble}`, true)
      return
    }
    form.elements.seen.value = seen
    say(`Saved ${new Date(seen).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}`, false)
    await refresh()
  } catch {
    say('Not saved: the server was not reached. It is tried again with your next change.', true)
  } finally {
    isSaving = false
    if (isStale) later()
  }
}

function later() {
  clearTimeout(timer)
  if (isRefused) return
  if (isSaving) isStale = true
  else timer = setTimeout(save, WAIT_MS)
}

/** Loads the page again, and takes the parts from it that follow from the content. */
async function refresh() {
  if (!document.querySelector('[data-fresh]')) return
  // programs get JSON at the same address
  const answer = await fetch(form.dataset.page, { headers: { accept: 'text/html' } })
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const part of document.querySelectorAll('[data-fresh]')) {
    const fresh = page.querySelector(`[data-fresh="${part.dataset.fresh}"]`)
    if (fresh) part.replaceChildren(...fresh.childNodes)
  }
  for (const frame of document.querySelectorAll('.beside iframe')) frame.src = frame.getAttribute('src')
}

function insert(into, words) {
  into.setRangeText(words, into.selectionStart, into.selectionEnd, 'end')
  into.focus()
  later()
}

form.addEventListener('input', later)
form.addEventListener('submit', () => clearTimeout(timer))
form.addEventListener('focusin', ({ target }) => {
  if (target.matches('textarea, [name="subject"]')) field = target
})

for (const code of document.querySelectorAll('.placeholders .copied')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'quiet'
  button.textContent = 'Insert'
  button.ariaLabel = `Insert ${code.textContent}`
  button.addEventListener('click', () => insert(field, code.textContent))
  code.after(button)
}

/** How an image is written, by the field; the block editor sees to its own. */
const IMAGE = {
  markdown: ({ src, alt }) => `![${alt}](${src})`,
  html: ({ src, alt }) => `<img src="${src}" alt="${alt}">`,
  text: ({ src }) => src,
}

document.addEventListener('insert-image', ({ detail: { src, alt } }) => {
  const into = field?.name in IMAGE ? field : form.querySelector('[name="markdown"], [name="html"]')
  if (into) insert(into, IMAGE[into.name]({ src, alt: alt.replaceAll(/["&<>[\]\\]/g, ' ') }))
})
