// Made by `npm run generate`.
module.exports = words => [
require("./updateAudienceContact.body.cjs")(words),
require("./getContact.parameters.cjs")(words),
]
