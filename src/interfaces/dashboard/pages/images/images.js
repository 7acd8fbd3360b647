// Uploads an image without leaving the editor, and inserts images at the cursor with the event `insert-image`, which each
// editor handles.
const panel = document.querySelector('[data-images]')
const form = panel.querySelector('form')
const line = panel.querySelector('[role="status"]')
const list = panel.querySelector('[data-images-listed]')

function addButtons() {
  for (const row of list.querySelectorAll('li')) {
    const name = row.querySelector('bdi').textContent
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Insert'
    button.ariaLabel = `Insert ${name}`
    const detail = { src: row.querySelector('code').textContent, alt: name.replace(/\.\w+$/, '') }
    button.addEventListener('click', () => document.dispatchEvent(new CustomEvent('insert-image', { detail })))
    row.append(button)
  }
}

async function upload() {
  line.textContent = 'Uploading…'
  // programs get JSON at the same URL
  const answer = await fetch(form.action, {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new FormData(form),
  })
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const fresh = page.querySelector('[data-images-listed] ul')
  if (!answer.ok || !fresh) {
    const why = page.querySelector('#trouble') ?? page.querySelector('.card p')
    line.textContent = why?.textContent ?? 'Upload failed. Reload this page and log in.'
    return
  }
  list.replaceChildren(fresh)
  addButtons()
  form.reset()
  line.textContent = 'Image uploaded.'
}

form.addEventListener('submit', event => {
  event.preventDefault()
  upload().catch(() => {
    line.textContent = 'Upload failed: can’t reach the server. Try again.'
  })
})
line.textContent = 'Images are inserted at the cursor.'
addButtons()
