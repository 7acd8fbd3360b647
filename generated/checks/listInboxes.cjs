// Made by `npm run generate`.
module.exports = words => [
require("./listContactProperties.parameters.cjs")(words),
]
