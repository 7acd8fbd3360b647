// Made by `npm run generate`.
module.exports = words => [
require("./rescheduleEmail.parameters.cjs")(words),
]
