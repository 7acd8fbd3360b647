// Made by `npm run generate`.
module.exports = words => [
require("./getAutomationRun.parameters.cjs")(words),
]
