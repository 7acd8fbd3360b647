// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","required":["name"],"properties":{"name":{"type":"string","minLength":1,"maxLength":255},"schema":{"anyOf":[{"type":"object","maxProperties":200,"additionalProperties":{"type":"string","enum":["string","number","boolean","date"]}},{"type":"null"}]}}}},"required":["requestBody"]};
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
if(func0(data1, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/name",schemaPath:"#/properties/requestBody/properties/name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema0.properties.requestBody.properties.name,data:data1}];
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
if(data0.schema !== undefined){
let data2 = data0.schema;
const _errs6 = errors;
const _errs7 = errors;
let valid2 = false;
const _errs8 = errors;
if(errors === _errs8){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(Object.keys(data2).length > 200){
const err0 = {instancePath:instancePath+"/requestBody/schema",schemaPath:"#/properties/requestBody/properties/schema/anyOf/0/maxProperties",keyword:"maxProperties",params:{limit: 200},message:"must NOT have more than 200 properties",schema:200,parentSchema:schema0.properties.requestBody.properties.schema.anyOf[0],data:data2};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
for(const key0 in data2){
let data3 = data2[key0];
const _errs11 = errors;
if(typeof data3 !== "string"){
const err1 = {instancePath:instancePath+"/requestBody/schema/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/schema/anyOf/0/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.schema.anyOf[0].additionalProperties.type,parentSchema:schema0.properties.requestBody.properties.schema.anyOf[0].additionalProperties,data:data3};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!((((data3 === "string") || (data3 === "number")) || (data3 === "boolean")) || (data3 === "date"))){
const err2 = {instancePath:instancePath+"/requestBody/schema/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/schema/anyOf/0/additionalProperties/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.schema.anyOf[0].additionalProperties.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.schema.anyOf[0].additionalProperties.enum,parentSchema:schema0.properties.requestBody.properties.schema.anyOf[0].additionalProperties,data:data3};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var valid3 = _errs11 === errors;
if(!valid3){
break;
}
}
}
}
else {
const err3 = {instancePath:instancePath+"/requestBody/schema",schemaPath:"#/properties/requestBody/properties/schema/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.schema.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.schema.anyOf[0],data:data2};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid0 = _errs8 === errors;
valid2 = valid2 || _valid0;
const _errs13 = errors;
if(data2 !== null){
const err4 = {instancePath:instancePath+"/requestBody/schema",schemaPath:"#/properties/requestBody/properties/schema/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null",schema:schema0.properties.requestBody.properties.schema.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.schema.anyOf[1],data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var _valid0 = _errs13 === errors;
valid2 = valid2 || _valid0;
if(!valid2){
const err5 = {instancePath:instancePath+"/requestBody/schema",schemaPath:"#/properties/requestBody/properties/schema/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.schema.anyOf,parentSchema:schema0.properties.requestBody.properties.schema,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs7;
if(vErrors !== null){
if(_errs7){
vErrors.length = _errs7;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
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
