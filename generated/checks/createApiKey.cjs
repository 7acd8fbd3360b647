// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","required":["name"],"properties":{"name":{"type":"string","minLength":1,"maxLength":50},"permission":{"default":"full_access","allOf":[{"type":"string","enum":["full_access","sending_access"],"x-error-name":"invalid_access"}]},"domain_id":{"type":"string","format":"uuid","x-in-lower-case":true}}}},"required":["requestBody"]};
const func0 = words.isLongerThan;
const func1 = words.isShorterThan;
const formats0 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

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
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.permission === undefined){
data0.permission = "full_access";
}
let missing1;
if((data0.name === undefined) && (missing1 = "name")){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.requestBody.required,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
else {
if(data0.name !== undefined){
let data1 = data0.name;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func0(data1, 50)){
validate0.errors = [{instancePath:instancePath+"/requestBody/name",schemaPath:"#/properties/requestBody/properties/name/maxLength",keyword:"maxLength",params:{limit: 50},message:"must NOT have more than 50 characters",schema:50,parentSchema:schema0.properties.requestBody.properties.name,data:data1}];
return false;
}
else {
if(func1(data1, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/name",schemaPath:"#/properties/requestBody/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.name,data:data1}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/name",schemaPath:"#/properties/requestBody/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.name.type,parentSchema:schema0.properties.requestBody.properties.name,data:data1}];
return false;
}
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
let data2 = data0.permission;
const _errs6 = errors;
if(typeof data2 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/permission",schemaPath:"#/properties/requestBody/properties/permission/allOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.permission.allOf[0].type,parentSchema:schema0.properties.requestBody.properties.permission.allOf[0],data:data2}];
return false;
}
if(!((data2 === "full_access") || (data2 === "sending_access"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/permission",schemaPath:"#/properties/requestBody/properties/permission/allOf/0/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.permission.allOf[0].enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.permission.allOf[0].enum,parentSchema:schema0.properties.requestBody.properties.permission.allOf[0],data:data2}];
return false;
}
var valid1 = _errs6 === errors;
if(valid1){
if(data0.domain_id !== undefined){
let data3 = data0.domain_id;
const _errs9 = errors;
if(errors === _errs9){
if(errors === _errs9){
if(typeof data3 === "string"){
if(!(formats0.test(data3))){
validate0.errors = [{instancePath:instancePath+"/requestBody/domain_id",schemaPath:"#/properties/requestBody/properties/domain_id/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema0.properties.requestBody.properties.domain_id,data:data3}];
return false;
}
else {
if(/[A-Z]/.test(data3)){
data3 = data3.toLowerCase();
data0["domain_id"] = data3;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/domain_id",schemaPath:"#/properties/requestBody/properties/domain_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.domain_id.type,parentSchema:schema0.properties.requestBody.properties.domain_id,data:data3}];
return false;
}
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
}
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
require("./getJwks.parameters.cjs")(words),
]
