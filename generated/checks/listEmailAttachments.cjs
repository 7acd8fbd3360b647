// Made by `npm run generate`.
module.exports = words => [
require("./listReceivedEmailAttachments.parameters.cjs")(words),
]
