// Asks the browser for a passkey when a form for one is sent, and sends the form with the response.
const read = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), each => each.charCodeAt(0))
const written = bytes =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const known = ids => ids.map(id => ({ type: 'public-key', id: read(id) }))

function ask({ user, excludeCredentials, allowCredentials, ...options }) {
  const publicKey = { ...options, challenge: read(options.challenge) }
  if (!user)
    return navigator.credentials.get({ publicKey: { ...publicKey, allowCredentials: known(allowCredentials) } })
  const added = { user: { ...user, id: read(user.id) }, excludeCredentials: known(excludeCredentials) }
  return navigator.credentials.create({ publicKey: { ...publicKey, ...added } })
}

async function send(form) {
  const { id, response } = await ask(JSON.parse(form.dataset.passkey))
  const { credential_id, client_data, attestation_object, authenticator_data, signature } = form.elements
  credential_id.value = id
  client_data.value = written(response.clientDataJSON)
  if (attestation_object) attestation_object.value = written(response.attestationObject)
  else {
    authenticator_data.value = written(response.authenticatorData)
    signature.value = written(response.signature)
  }
  form.submit()
}

const REASONS = {
  NotAllowedError: 'No passkey was selected. Try again, or continue without one.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys work only at the URL of this server. Open the page there.',
}

for (const form of globalThis.PublicKeyCredential ? document.querySelectorAll('form[data-passkey]') : []) {
  const { parentElement: box } = form
  for (const part of box.children) part.hidden = part !== form
  form.addEventListener('submit', event => {
    event.preventDefault()
    const trouble = form.querySelector('[role="alert"]')
    trouble.hidden = true
    send(form).catch(({ name }) => {
      trouble.textContent = REASONS[name] ?? 'The browser reported an error. Try again, or continue without a passkey.'
      trouble.hidden = false
    })
  })
}
