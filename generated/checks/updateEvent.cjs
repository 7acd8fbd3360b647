// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","required":["schema"],"properties":{"schema":{"anyOf":[{"type":"object","maxProperties":200,"additionalProperties":{"type":"string","enum":["string","number","boolean","date"]}},{"type":"null"}]}}}},"required":["requestBody"]};

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
if((data0.schema === undefined) && (missing1 = "schema")){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.requestBody.required,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
else {
if(data0.schema !== undefined){
let data1 = data0.schema;
const _errs5 = errors;
let valid2 = false;
const _errs6 = errors;
if(errors === _errs6){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(Object.keys(data1).length > 200){
const err0 = {instancePath:instancePath+"/requestBody/schema",schemaPath:"#/properties/requestBody/properties/schema/anyOf/0/maxProperties",keyword:"maxProperties",params:{limit: 200},message:"must NOT have more than 200 properties",schema:200,parentSchema:schema0.properties.requestBody.properties.schema.anyOf[0],data:data1};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
for(const key0 in data1){
let data2 = data1[key0];
const _errs9 = errors;
if(typeof data2 !== "string"){
const err1 = {instancePath:instancePath+"/requestBody/schema/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/schema/anyOf/0/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.schema.anyOf[0].additionalProperties.type,parentSchema:schema0.properties.requestBody.properties.schema.anyOf[0].additionalProperties,data:data2};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!((((data2 === "string") || (data2 === "number")) || (data2 === "boolean")) || (data2 === "date"))){
const err2 = {instancePath:instancePath+"/requestBody/schema/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/schema/anyOf/0/additionalProperties/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.schema.anyOf[0].additionalProperties.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.schema.anyOf[0].additionalProperties.enum,parentSchema:schema0.properties.requestBody.properties.schema.anyOf[0].additionalProperties,data:data2};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var valid3 = _errs9 === errors;
if(!valid3){
break;
}
}
}
}
else {
const err3 = {instancePath:instancePath+"/requestBody/schema",schemaPath:"#/properties/requestBody/properties/schema/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.schema.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.schema.anyOf[0],data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid0 = _errs6 === errors;
valid2 = valid2 || _valid0;
const _errs11 = errors;
if(data1 !== null){
const err4 = {instancePath:instancePath+"/requestBody/schema",schemaPath:"#/properties/requestBody/properties/schema/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null",schema:schema0.properties.requestBody.properties.schema.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.schema.anyOf[1],data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var _valid0 = _errs11 === errors;
valid2 = valid2 || _valid0;
if(!valid2){
const err5 = {instancePath:instancePath+"/requestBody/schema",schemaPath:"#/properties/requestBody/properties/schema/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.schema.anyOf,parentSchema:schema0.properties.requestBody.properties.schema,data:data1};
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
errors = _errs5;
if(vErrors !== null){
if(_errs5){
vErrors.length = _errs5;
}
else {
vErrors = null;
}
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
require("./getEvent.parameters.cjs")(words),
]
