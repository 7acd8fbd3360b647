// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","required":["name","default_subscription"],"properties":{"name":{"type":"string","minLength":1,"maxLength":50},"description":{"type":["string","null"],"maxLength":200},"default_subscription":{"type":"string","enum":["opt_in","opt_out"]},"visibility":{"default":"private","allOf":[{"type":"string","enum":["public","private"]}]}}}},"required":["requestBody"]};
const func0 = words.isLongerThan;
const func1 = words.isShorterThan;

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
if(data0.visibility === undefined){
data0.visibility = "private";
}
let missing1;
if(((data0.name === undefined) && (missing1 = "name")) || ((data0.default_subscription === undefined) && (missing1 = "default_subscription"))){
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
if(data0.description !== undefined){
let data2 = data0.description;
const _errs6 = errors;
if((typeof data2 !== "string") && (data2 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/description",schemaPath:"#/properties/requestBody/properties/description/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.description.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.description.type,parentSchema:schema0.properties.requestBody.properties.description,data:data2}];
return false;
}
if(errors === _errs6){
if(typeof data2 === "string"){
if(func0(data2, 200)){
validate0.errors = [{instancePath:instancePath+"/requestBody/description",schemaPath:"#/properties/requestBody/properties/description/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters",schema:200,parentSchema:schema0.properties.requestBody.properties.description,data:data2}];
return false;
}
}
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.default_subscription !== undefined){
let data3 = data0.default_subscription;
const _errs8 = errors;
if(typeof data3 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/default_subscription",schemaPath:"#/properties/requestBody/properties/default_subscription/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.default_subscription.type,parentSchema:schema0.properties.requestBody.properties.default_subscription,data:data3}];
return false;
}
if(!((data3 === "opt_in") || (data3 === "opt_out"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/default_subscription",schemaPath:"#/properties/requestBody/properties/default_subscription/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.default_subscription.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.default_subscription.enum,parentSchema:schema0.properties.requestBody.properties.default_subscription,data:data3}];
return false;
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
let data4 = data0.visibility;
const _errs10 = errors;
if(typeof data4 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/visibility",schemaPath:"#/properties/requestBody/properties/visibility/allOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.visibility.allOf[0].type,parentSchema:schema0.properties.requestBody.properties.visibility.allOf[0],data:data4}];
return false;
}
if(!((data4 === "public") || (data4 === "private"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/visibility",schemaPath:"#/properties/requestBody/properties/visibility/allOf/0/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.visibility.allOf[0].enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.visibility.allOf[0].enum,parentSchema:schema0.properties.requestBody.properties.visibility.allOf[0],data:data4}];
return false;
}
var valid1 = _errs10 === errors;
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
