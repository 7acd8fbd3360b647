// Made by `npm run generate`.
module.exports = words => [
require("./getDomain.parameters.cjs")(words),
]
