// Saves the form of an editor when the person stops typing, and before they leave the page.
const WAIT_MS = 2000
/** Maximum bytes of a request that continues after its page was left: browsers allow 64 KiB for all such requests together. */
const KEEPALIVE_BYTES_MAX = 60_000

const form = document.querySelector('form[data-autosave]')
const line = form.querySelector('[data-saved]')

let timer
/** The save that is running. */
let saving
/** Whether there is input that was not sent by a save. */
let isPending = false
/** Whether the last save failed, so that the form contains text that is not stored. */
let hasFailed = false
/** Whether another writer saved first or the resource was deleted: only the person can decide to save. */
let isFinal = false
/** Whether the form itself is being sent. */
let isSent = false

function show(words, isTrouble) {
  line.textContent = words
  line.classList.toggle('failed', isTrouble)
}

/** The fields without files, which are stored when the form is sent. */
function body() {
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields.append(name, value)
  return fields
}
const isSmall = fields => fields.toString().length <= KEEPALIVE_BYTES_MAX

async function post(fields) {
  const response = await fetch(form.dataset.autosave, { method: 'POST', body: fields, keepalive: isSmall(fields) })
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return isJson
    ? response.json()
    : { trouble: 'Reload this page. You may have to log in, or your role may have changed.', isFinal: true }
}

async function save() {
  isPending = false
  try {
    const { seen, trouble, isFinal: isConflict } = await post(body())
    hasFailed = seen === undefined
    if (hasFailed) {
      isFinal = isConflict
      show(`Not saved: ${trouble}`, true)
      return
    }
    form.elements.seen.value = seen
    show(`Saved ${new Date(seen).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}`, false)
    form.dispatchEvent(new Event('saved'))
  } catch {
    hasFailed = true
    show('Not saved: can’t reach the server. The next change saves this one too.', true)
  }
}

function start() {
  clearTimeout(timer)
  saving = save().finally(() => {
    saving = undefined
    if (isPending) later()
  })
  return saving
}

function later() {
  isPending = true
  clearTimeout(timer)
  if (!saving && !isFinal) timer = setTimeout(start, WAIT_MS)
}

/** Saves the current content. Returns whether everything is stored. */
async function saveAll() {
  await saving
  if (isPending && !isFinal) await start()
  return !hasFailed && !isPending
}

// a page that was shown again because its form was refused may contain text that is not stored
if (document.querySelector('#trouble')) {
  isFinal = performance.getEntriesByType('navigation')[0]?.responseStatus === 409
  hasFailed = isFinal
  if (!isFinal) later()
}

form.addEventListener('input', () => {
  isSent = false
  later()
})

/** Whether a save is needed before the page is left. After a conflict it is not: only the person can decide. */
const isBehind = () => !isFinal && (isPending || saving !== undefined)

document.addEventListener('submit', event => {
  const { target, submitter } = event
  if (event.defaultPrevented) return
  if (target === form && !saving) {
    clearTimeout(timer)
    isSent = true
    return
  }
  if (!isBehind()) return
  event.preventDefault()
  // the form contains everything, but the server refuses it if a running save ends first
  const ready = target === form ? saving.then(() => true) : saveAll()
  void ready.then(isReady => isReady && target.requestSubmit(submitter))
})

document.addEventListener('click', event => {
  const link = event.target.closest('a[href]')
  if (!link || event.defaultPrevented || !isBehind()) return
  // the page stays open
  if (event.ctrlKey || event.metaKey || event.shiftKey || link.target === '_blank' || link.hasAttribute('download'))
    return
  event.preventDefault()
  void saveAll().then(isSaved => isSaved && location.assign(link.href))
})

function flush() {
  if (isPending && !saving && !isSent && !isFinal) void start()
}
addEventListener('pagehide', flush)
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flush())

addEventListener('beforeunload', event => {
  const canFlush = !saving && !isFinal && form.checkValidity()
  const isLost = isPending && !canFlush
  const isCut = (isPending || saving !== undefined) && !(navigator.onLine && isSmall(body()))
  if (isSent || !(hasFailed || isLost || isCut)) return
  event.preventDefault()
  // for browsers that do not support `preventDefault` here
  event.returnValue = true
})
