// Made by `npm run generate`.
module.exports = words => [
require("./getWebhook.parameters.cjs")(words),
]
