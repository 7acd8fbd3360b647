// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","properties":{"scheduled_at":{"type":["string","null"]},"per_minute":{"type":["integer","null"],"format":"int32","minimum":1,"maximum":1000000},"per_minute_per_destination":{"type":["integer","null"],"format":"int32","minimum":1,"maximum":1000000}}}},"required":[]};
const formats0 = require("ajv-formats/dist/formats").fullFormats.int32;

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
if(data0.scheduled_at !== undefined){
let data1 = data0.scheduled_at;
const _errs4 = errors;
if((typeof data1 !== "string") && (data1 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/scheduled_at",schemaPath:"#/properties/requestBody/properties/scheduled_at/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.scheduled_at.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.scheduled_at.type,parentSchema:schema0.properties.requestBody.properties.scheduled_at,data:data1}];
return false;
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.per_minute !== undefined){
let data2 = data0.per_minute;
const _errs6 = errors;
if((!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))) && (data2 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/per_minute",schemaPath:"#/properties/requestBody/properties/per_minute/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.per_minute.type},message:"must be integer,null",schema:schema0.properties.requestBody.properties.per_minute.type,parentSchema:schema0.properties.requestBody.properties.per_minute,data:data2}];
return false;
}
if(errors === _errs6){
if(typeof data2 == "number"){
if(data2 > 1000000 || isNaN(data2)){
validate0.errors = [{instancePath:instancePath+"/requestBody/per_minute",schemaPath:"#/properties/requestBody/properties/per_minute/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000",schema:1000000,parentSchema:schema0.properties.requestBody.properties.per_minute,data:data2}];
return false;
}
else {
if(data2 < 1 || isNaN(data2)){
validate0.errors = [{instancePath:instancePath+"/requestBody/per_minute",schemaPath:"#/properties/requestBody/properties/per_minute/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema0.properties.requestBody.properties.per_minute,data:data2}];
return false;
}
else {
if(!(formats0.validate(data2))){
validate0.errors = [{instancePath:instancePath+"/requestBody/per_minute",schemaPath:"#/properties/requestBody/properties/per_minute/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\"",schema:"int32",parentSchema:schema0.properties.requestBody.properties.per_minute,data:data2}];
return false;
}
}
}
}
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.per_minute_per_destination !== undefined){
let data3 = data0.per_minute_per_destination;
const _errs8 = errors;
if((!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))) && (data3 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/per_minute_per_destination",schemaPath:"#/properties/requestBody/properties/per_minute_per_destination/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.per_minute_per_destination.type},message:"must be integer,null",schema:schema0.properties.requestBody.properties.per_minute_per_destination.type,parentSchema:schema0.properties.requestBody.properties.per_minute_per_destination,data:data3}];
return false;
}
if(errors === _errs8){
if(typeof data3 == "number"){
if(data3 > 1000000 || isNaN(data3)){
validate0.errors = [{instancePath:instancePath+"/requestBody/per_minute_per_destination",schemaPath:"#/properties/requestBody/properties/per_minute_per_destination/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000",schema:1000000,parentSchema:schema0.properties.requestBody.properties.per_minute_per_destination,data:data3}];
return false;
}
else {
if(data3 < 1 || isNaN(data3)){
validate0.errors = [{instancePath:instancePath+"/requestBody/per_minute_per_destination",schemaPath:"#/properties/requestBody/properties/per_minute_per_destination/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema0.properties.requestBody.properties.per_minute_per_destination,data:data3}];
return false;
}
else {
if(!(formats0.validate(data3))){
validate0.errors = [{instancePath:instancePath+"/requestBody/per_minute_per_destination",schemaPath:"#/properties/requestBody/properties/per_minute_per_destination/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\"",schema:"int32",parentSchema:schema0.properties.requestBody.properties.per_minute_per_destination,data:data3}];
return false;
}
}
}
}
}
var valid1 = _errs8 === errors;
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
require("./getBroadcast.parameters.cjs")(words),
]
