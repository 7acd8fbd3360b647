// Messages of the API on pages: they name the label that the person sees, not the field of the API.

/** Labels by the names of fields. In a form with a longer label, the label starts with these words. */
const LABELS = new Map(
  Object.entries({
    alias: 'Alias',
    at: 'Time',
    custom_return_path: 'Return path',
    default_subscription: 'Default subscription',
    description: 'Description',
    email: 'Email address',
    email_address: 'Address',
    endpoint: 'URL',
    expires_in: 'Duration',
    fallback_value: 'Default value',
    first_name: 'First name',
    forwarding: 'Forwarding',
    from: 'From',
    html: 'HTML',
    key: 'Key',
    last_name: 'Last name',
    local_time: 'Time of day',
    name: 'Name',
    preview_text: 'Preview text',
    quiet_hours: 'Quiet hours',
    reply_to: 'Reply-to',
    rule: 'Rule',
    scheduled_at: 'Time',
    segment_id: 'Segment',
    subject: 'Subject',
    text: 'Plain text',
    time_zone: 'Time zone',
    time_zone_property: 'Time zone property',
    to: 'To',
    topic_id: 'Topic',
    tracking_subdomain: 'Tracking subdomain',
  }),
)

/**
 * Replaces the names of fields in a message by their labels.
 * @param message A message of the API, such as "Missing `from` field."
 * @returns The message for a page, such as "Missing “From”." Names without a label are unchanged.
 */
export function withLabels(message: string): string {
  return message.replaceAll(/`([a-z_]{1,40})`( field\b)?/g, (whole, name: string) => {
    const label = LABELS.get(name)
    return label === undefined ? whole : `“${label}”`
  })
}
