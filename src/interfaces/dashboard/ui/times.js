// Converts the times of a page from the time zone of the team to the time zone and language of the browser.
const formats = {
  day: { dateStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  second: { dateStyle: 'medium', timeStyle: 'medium' },
  whole: { dateStyle: 'full', timeStyle: 'long' },
}
const format = Object.fromEntries(
  Object.entries(formats).map(([name, options]) => [name, new Intl.DateTimeFormat([], options)]),
)

for (const time of document.querySelectorAll('time')) {
  const at = new Date(time.dateTime)
  if (Number.isNaN(at.getTime())) continue
  time.title = format.whole.format(at)
  if (time.dataset.to) time.textContent = format[time.dataset.to].format(at)
}

const zone = document.querySelector('#zone')
if (zone) zone.textContent = `${format.whole.resolvedOptions().timeZone}, the time zone of your browser`
