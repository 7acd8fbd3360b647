// Made by `npm run generate`.
module.exports = words => [
require("./getWebhookEvent.parameters.cjs")(words),
]
