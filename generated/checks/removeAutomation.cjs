// Made by `npm run generate`.
module.exports = words => [
require("./getAutomation.parameters.cjs")(words),
]
