// Made by `npm run generate`.
module.exports = words => [
require("./getReceivedEmailAttachment.parameters.cjs")(words),
]
