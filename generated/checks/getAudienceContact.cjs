// Made by `npm run generate`.
module.exports = words => [
require("./getAudienceContact.parameters.cjs")(words),
]
