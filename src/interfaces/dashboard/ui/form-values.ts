// Reads the typed values of form fields.

/** Trimmed; empty if the form has no such field. */
export function formText(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? '').trim()
}

/** Several values, separated by commas or line breaks. */
export function formList(form: URLSearchParams, name: string): string[] {
  return formText(form, name)
    .split(/[,\n]/)
    .map(each => each.trim())
    .filter(each => each !== '')
}
