// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","properties":{"runs":{"default":"finish","allOf":[{"type":"string","enum":["finish","cancel"]}]}}}},"required":[]};

function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate0.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.requestBody !== undefined){
let data0 = data.requestBody;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.runs === undefined){
data0.runs = "finish";
}
let data1 = data0.runs;
if(typeof data1 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/runs",schemaPath:"#/properties/requestBody/properties/runs/allOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.runs.allOf[0].type,parentSchema:schema0.properties.requestBody.properties.runs.allOf[0],data:data1}];
return false;
}
if(!((data1 === "finish") || (data1 === "cancel"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/runs",schemaPath:"#/properties/requestBody/properties/runs/allOf/0/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.runs.allOf[0].enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.runs.allOf[0].enum,parentSchema:schema0.properties.requestBody.properties.runs.allOf[0],data:data1}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.type,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
}
}
}
else {
validate0.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.type,parentSchema:schema0,data}];
return false;
}
}
validate0.errors = vErrors;
return errors === 0;
}
validate0.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};
return module.exports
})({}),
require("./getAutomation.parameters.cjs")(words),
]
