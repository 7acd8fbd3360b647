// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","properties":{"read":{"type":"boolean"},"folder":{"type":"string","enum":["inbox","archive","spam","trash"]}},"x-at-least-one-of":[["read"],["folder"]]}},"required":["requestBody"]};
const func0 = words.hasOneOf;

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
let missing0;
if((data.requestBody === undefined) && (missing0 = "requestBody")){
validate0.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema0.required,parentSchema:schema0,data}];
return false;
}
else {
if(data.requestBody !== undefined){
let data0 = data.requestBody;
const _errs2 = errors;
if(!func0(schema0.properties.requestBody["x-at-least-one-of"], data0)){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/x-at-least-one-of",keyword:"x-at-least-one-of",params:{},message:"must pass \"x-at-least-one-of\" keyword validation",schema:schema0.properties.requestBody["x-at-least-one-of"],parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.read !== undefined){
let data1 = data0.read;
const _errs4 = errors;
if(typeof data1 !== "boolean"){
validate0.errors = [{instancePath:instancePath+"/requestBody/read",schemaPath:"#/properties/requestBody/properties/read/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema0.properties.requestBody.properties.read.type,parentSchema:schema0.properties.requestBody.properties.read,data:data1}];
return false;
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.folder !== undefined){
let data2 = data0.folder;
const _errs6 = errors;
if(typeof data2 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/folder",schemaPath:"#/properties/requestBody/properties/folder/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.folder.type,parentSchema:schema0.properties.requestBody.properties.folder,data:data2}];
return false;
}
if(!((((data2 === "inbox") || (data2 === "archive")) || (data2 === "spam")) || (data2 === "trash"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/folder",schemaPath:"#/properties/requestBody/properties/folder/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.folder.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.folder.enum,parentSchema:schema0.properties.requestBody.properties.folder,data:data2}];
return false;
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.type,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
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
require("./getInboxThread.parameters.cjs")(words),
]
