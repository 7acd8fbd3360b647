// Asks for confirmation before a person leaves a page with an edited form that was not sent. A form with autosave handles this
// itself.

/** Forms with unsent changes. */
const edited = new Set()
/** The form that is being sent. */
let sent

/** Whether autosave stores the value of the control. Files and marked controls are stored when the form is sent. */
const isAutosaved = control =>
  control.form.dataset.autosave && control.type !== 'file' && !control.closest('[data-saved-by-hand]')

function hasOtherValue(control) {
  if (control.options) {
    const options = Array.from(control.options)
    const first = options.find(each => each.defaultSelected) ?? options[0]
    return control.multiple ? options.some(each => each.selected !== each.defaultSelected) : !first?.selected
  }
  if (['checkbox', 'radio'].includes(control.type)) return control.checked !== control.defaultChecked
  return control.value !== control.defaultValue
}

/** The controls with values of the person, without hidden fields and passwords that the browser has filled in. */
const controlsOf = form =>
  Array.from(form.elements).filter(
    each =>
      each.matches('input:not([type=hidden]), select, textarea') && !each.matches(':autofill') && !isAutosaved(each),
  )

/**
 * Whether the server refused the form and shows the page at the URL that the form was sent to, with the typed values.
 * `data-saved`: the fields show the stored values.
 */
function isRefused(form) {
  if ('saved' in form.dataset || form.dataset.autosave) return false
  const targets = [form.getAttribute('action'), ...Array.from(form.elements, each => each.getAttribute('formaction'))]
  return document.querySelector('#trouble') && targets.includes(location.pathname) && controlsOf(form).length > 0
}

const refused = new Set(Array.from(document.forms).filter(isRefused))

/** A search or filter (GET) has nothing to save. */
const isUnsaved = form =>
  form.method === 'post' && (refused.has(form) || (edited.has(form) && controlsOf(form).some(hasOtherValue)))

addEventListener('input', ({ target: { form } }) => {
  if (form) edited.add(form)
  if (form === sent) sent = undefined
})
addEventListener('submit', ({ target }) => (sent = target))
addEventListener('beforeunload', event => {
  const isLeft = Array.from(document.forms).every(form => form === sent || !isUnsaved(form))
  sent = undefined
  if (isLeft) return
  event.preventDefault()
  // for browsers that do not support `preventDefault` here
  event.returnValue = true
})
