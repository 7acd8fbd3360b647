// Made by `npm run generate`.
module.exports = words => [
require("./listApiKeys.parameters.cjs")(words),
]
