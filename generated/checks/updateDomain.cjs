// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","properties":{"open_tracking":{"type":["boolean","null"]},"click_tracking":{"type":["boolean","null"]},"tracking_subdomain":{"type":["string","null"]},"tls":{"type":["string","null"],"enum":["opportunistic","enforced",null]},"capabilities":{"anyOf":[{"type":"object","properties":{"sending":{"type":["string","null"],"enum":["enabled","disabled",null]},"receiving":{"type":["string","null"],"enum":["enabled","disabled",null]}}},{"type":"null"}]}}}},"required":["requestBody"]};

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
if(data0.open_tracking !== undefined){
let data1 = data0.open_tracking;
const _errs4 = errors;
if((typeof data1 !== "boolean") && (data1 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/open_tracking",schemaPath:"#/properties/requestBody/properties/open_tracking/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.open_tracking.type},message:"must be boolean,null",schema:schema0.properties.requestBody.properties.open_tracking.type,parentSchema:schema0.properties.requestBody.properties.open_tracking,data:data1}];
return false;
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.click_tracking !== undefined){
let data2 = data0.click_tracking;
const _errs6 = errors;
if((typeof data2 !== "boolean") && (data2 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/click_tracking",schemaPath:"#/properties/requestBody/properties/click_tracking/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.click_tracking.type},message:"must be boolean,null",schema:schema0.properties.requestBody.properties.click_tracking.type,parentSchema:schema0.properties.requestBody.properties.click_tracking,data:data2}];
return false;
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.tracking_subdomain !== undefined){
let data3 = data0.tracking_subdomain;
const _errs8 = errors;
if((typeof data3 !== "string") && (data3 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/tracking_subdomain",schemaPath:"#/properties/requestBody/properties/tracking_subdomain/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.tracking_subdomain.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.tracking_subdomain.type,parentSchema:schema0.properties.requestBody.properties.tracking_subdomain,data:data3}];
return false;
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.tls !== undefined){
let data4 = data0.tls;
const _errs10 = errors;
if((typeof data4 !== "string") && (data4 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/tls",schemaPath:"#/properties/requestBody/properties/tls/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.tls.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.tls.type,parentSchema:schema0.properties.requestBody.properties.tls,data:data4}];
return false;
}
if(!(((data4 === "opportunistic") || (data4 === "enforced")) || (data4 === null))){
validate0.errors = [{instancePath:instancePath+"/requestBody/tls",schemaPath:"#/properties/requestBody/properties/tls/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.tls.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.tls.enum,parentSchema:schema0.properties.requestBody.properties.tls,data:data4}];
return false;
}
var valid1 = _errs10 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.capabilities !== undefined){
let data5 = data0.capabilities;
const _errs12 = errors;
const _errs13 = errors;
let valid2 = false;
const _errs14 = errors;
if(errors === _errs14){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.sending !== undefined){
let data6 = data5.sending;
const _errs16 = errors;
if((typeof data6 !== "string") && (data6 !== null)){
const err0 = {instancePath:instancePath+"/requestBody/capabilities/sending",schemaPath:"#/properties/requestBody/properties/capabilities/anyOf/0/properties/sending/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.capabilities.anyOf[0].properties.sending.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.capabilities.anyOf[0].properties.sending.type,parentSchema:schema0.properties.requestBody.properties.capabilities.anyOf[0].properties.sending,data:data6};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!(((data6 === "enabled") || (data6 === "disabled")) || (data6 === null))){
const err1 = {instancePath:instancePath+"/requestBody/capabilities/sending",schemaPath:"#/properties/requestBody/properties/capabilities/anyOf/0/properties/sending/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.capabilities.anyOf[0].properties.sending.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.capabilities.anyOf[0].properties.sending.enum,parentSchema:schema0.properties.requestBody.properties.capabilities.anyOf[0].properties.sending,data:data6};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var valid3 = _errs16 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data5.receiving !== undefined){
let data7 = data5.receiving;
const _errs18 = errors;
if((typeof data7 !== "string") && (data7 !== null)){
const err2 = {instancePath:instancePath+"/requestBody/capabilities/receiving",schemaPath:"#/properties/requestBody/properties/capabilities/anyOf/0/properties/receiving/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.capabilities.anyOf[0].properties.receiving.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.capabilities.anyOf[0].properties.receiving.type,parentSchema:schema0.properties.requestBody.properties.capabilities.anyOf[0].properties.receiving,data:data7};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!(((data7 === "enabled") || (data7 === "disabled")) || (data7 === null))){
const err3 = {instancePath:instancePath+"/requestBody/capabilities/receiving",schemaPath:"#/properties/requestBody/properties/capabilities/anyOf/0/properties/receiving/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.capabilities.anyOf[0].properties.receiving.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.capabilities.anyOf[0].properties.receiving.enum,parentSchema:schema0.properties.requestBody.properties.capabilities.anyOf[0].properties.receiving,data:data7};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var valid3 = _errs18 === errors;
}
else {
var valid3 = true;
}
}
}
else {
const err4 = {instancePath:instancePath+"/requestBody/capabilities",schemaPath:"#/properties/requestBody/properties/capabilities/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.capabilities.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.capabilities.anyOf[0],data:data5};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var _valid0 = _errs14 === errors;
valid2 = valid2 || _valid0;
if(_valid0){
var props0 = {};
props0.sending = true;
props0.receiving = true;
}
const _errs20 = errors;
if(data5 !== null){
const err5 = {instancePath:instancePath+"/requestBody/capabilities",schemaPath:"#/properties/requestBody/properties/capabilities/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null",schema:schema0.properties.requestBody.properties.capabilities.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.capabilities.anyOf[1],data:data5};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var _valid0 = _errs20 === errors;
valid2 = valid2 || _valid0;
if(!valid2){
const err6 = {instancePath:instancePath+"/requestBody/capabilities",schemaPath:"#/properties/requestBody/properties/capabilities/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.capabilities.anyOf,parentSchema:schema0.properties.requestBody.properties.capabilities,data:data5};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs13;
if(vErrors !== null){
if(_errs13){
vErrors.length = _errs13;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs12 === errors;
}
else {
var valid1 = true;
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
require("./getDomain.parameters.cjs")(words),
]
