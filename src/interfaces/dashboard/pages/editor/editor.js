// Updates the preview of an editor when its form is saved, and inserts placeholders and images at the cursor.
const form = document.querySelector('form[data-autosave]')

/** The last field with input. */
let field = form.querySelector('textarea')

/** Reloads the page in the background, and replaces the parts that depend on the content. */
async function refresh() {
  if (!document.querySelector('[data-fresh]')) return
  // programs get JSON at the same URL
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
  into.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Sequential, so that the newest content is the last to be shown. */
let refreshed = Promise.resolve()
form.addEventListener('saved', () => {
  // the next save loads what this one could not
  refreshed = refreshed.then(refresh).catch(() => {})
})
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

/** The syntax of an image, by field; the block editor handles its own. */
const IMAGE = {
  markdown: ({ src, alt }) => `![${alt}](${src})`,
  html: ({ src, alt }) => `<img src="${src}" alt="${alt}">`,
  text: ({ src }) => src,
}

document.addEventListener('insert-image', ({ detail: { src, alt } }) => {
  const into = field?.name in IMAGE ? field : form.querySelector('[name="markdown"], [name="html"]')
  if (into) insert(into, IMAGE[into.name]({ src, alt: alt.replaceAll(/["&<>[\]\\]/g, ' ') }))
})
