// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"region":{"type":["string","null"],"enum":["us-east-1","eu-west-1","sa-east-1","ap-northeast-1",null],"x-error-name":"invalid_region","default":"us-east-1","x-instead-of-null":"us-east-1"},"custom_return_path":{"type":["string","null"],"default":"send","x-instead-of-null":"send"},"open_tracking":{"type":["boolean","null"],"default":false,"x-instead-of-null":false},"click_tracking":{"type":["boolean","null"],"default":false,"x-instead-of-null":false},"tracking_subdomain":{"type":["string","null"]},"tls":{"type":["string","null"],"enum":["opportunistic","enforced",null],"default":"opportunistic","x-instead-of-null":"opportunistic"},"capabilities":{"anyOf":[{"type":"object","properties":{"sending":{"type":["string","null"],"enum":["enabled","disabled",null]},"receiving":{"type":["string","null"],"enum":["enabled","disabled",null]}}},{"type":"null"}]}}}},"required":["requestBody"]};

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
if(data0.region === undefined){
data0.region = "us-east-1";
}
if(data0.custom_return_path === undefined){
data0.custom_return_path = "send";
}
if(data0.open_tracking === undefined){
data0.open_tracking = false;
}
if(data0.click_tracking === undefined){
data0.click_tracking = false;
}
if(data0.tls === undefined){
data0.tls = "opportunistic";
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
if(typeof data1 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/name",schemaPath:"#/properties/requestBody/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.name.type,parentSchema:schema0.properties.requestBody.properties.name,data:data1}];
return false;
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
let data2 = data0.region;
const _errs6 = errors;
if((typeof data2 !== "string") && (data2 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/region",schemaPath:"#/properties/requestBody/properties/region/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.region.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.region.type,parentSchema:schema0.properties.requestBody.properties.region,data:data2}];
return false;
}
if(!(((((data2 === "us-east-1") || (data2 === "eu-west-1")) || (data2 === "sa-east-1")) || (data2 === "ap-northeast-1")) || (data2 === null))){
validate0.errors = [{instancePath:instancePath+"/requestBody/region",schemaPath:"#/properties/requestBody/properties/region/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.region.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.region.enum,parentSchema:schema0.properties.requestBody.properties.region,data:data2}];
return false;
}
if(errors === _errs6){
if(data2 === null){
data2 = "us-east-1";
data0["region"] = data2;
}
}
var valid1 = _errs6 === errors;
if(valid1){
let data3 = data0.custom_return_path;
const _errs8 = errors;
if((typeof data3 !== "string") && (data3 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/custom_return_path",schemaPath:"#/properties/requestBody/properties/custom_return_path/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.custom_return_path.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.custom_return_path.type,parentSchema:schema0.properties.requestBody.properties.custom_return_path,data:data3}];
return false;
}
if(errors === _errs8){
if(data3 === null){
data3 = "send";
data0["custom_return_path"] = data3;
}
}
var valid1 = _errs8 === errors;
if(valid1){
let data4 = data0.open_tracking;
const _errs10 = errors;
if((typeof data4 !== "boolean") && (data4 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/open_tracking",schemaPath:"#/properties/requestBody/properties/open_tracking/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.open_tracking.type},message:"must be boolean,null",schema:schema0.properties.requestBody.properties.open_tracking.type,parentSchema:schema0.properties.requestBody.properties.open_tracking,data:data4}];
return false;
}
if(errors === _errs10){
if(data4 === null){
data4 = false;
data0["open_tracking"] = data4;
}
}
var valid1 = _errs10 === errors;
if(valid1){
let data5 = data0.click_tracking;
const _errs12 = errors;
if((typeof data5 !== "boolean") && (data5 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/click_tracking",schemaPath:"#/properties/requestBody/properties/click_tracking/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.click_tracking.type},message:"must be boolean,null",schema:schema0.properties.requestBody.properties.click_tracking.type,parentSchema:schema0.properties.requestBody.properties.click_tracking,data:data5}];
return false;
}
if(errors === _errs12){
if(data5 === null){
data5 = false;
data0["click_tracking"] = data5;
}
}
var valid1 = _errs12 === errors;
if(valid1){
if(data0.tracking_subdomain !== undefined){
let data6 = data0.tracking_subdomain;
const _errs14 = errors;
if((typeof data6 !== "string") && (data6 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/tracking_subdomain",schemaPath:"#/properties/requestBody/properties/tracking_subdomain/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.tracking_subdomain.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.tracking_subdomain.type,parentSchema:schema0.properties.requestBody.properties.tracking_subdomain,data:data6}];
return false;
}
var valid1 = _errs14 === errors;
}
else {
var valid1 = true;
}
if(valid1){
let data7 = data0.tls;
const _errs16 = errors;
if((typeof data7 !== "string") && (data7 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/tls",schemaPath:"#/properties/requestBody/properties/tls/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.tls.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.tls.type,parentSchema:schema0.properties.requestBody.properties.tls,data:data7}];
return false;
}
if(!(((data7 === "opportunistic") || (data7 === "enforced")) || (data7 === null))){
validate0.errors = [{instancePath:instancePath+"/requestBody/tls",schemaPath:"#/properties/requestBody/properties/tls/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.tls.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.tls.enum,parentSchema:schema0.properties.requestBody.properties.tls,data:data7}];
return false;
}
if(errors === _errs16){
if(data7 === null){
data7 = "opportunistic";
data0["tls"] = data7;
}
}
var valid1 = _errs16 === errors;
if(valid1){
if(data0.capabilities !== undefined){
let data8 = data0.capabilities;
const _errs18 = errors;
const _errs19 = errors;
let valid2 = false;
const _errs20 = errors;
if(errors === _errs20){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.sending !== undefined){
let data9 = data8.sending;
const _errs22 = errors;
if((typeof data9 !== "string") && (data9 !== null)){
const err0 = {instancePath:instancePath+"/requestBody/capabilities/sending",schemaPath:"#/properties/requestBody/properties/capabilities/anyOf/0/properties/sending/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.capabilities.anyOf[0].properties.sending.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.capabilities.anyOf[0].properties.sending.type,parentSchema:schema0.properties.requestBody.properties.capabilities.anyOf[0].properties.sending,data:data9};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!(((data9 === "enabled") || (data9 === "disabled")) || (data9 === null))){
const err1 = {instancePath:instancePath+"/requestBody/capabilities/sending",schemaPath:"#/properties/requestBody/properties/capabilities/anyOf/0/properties/sending/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.capabilities.anyOf[0].properties.sending.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.capabilities.anyOf[0].properties.sending.enum,parentSchema:schema0.properties.requestBody.properties.capabilities.anyOf[0].properties.sending,data:data9};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var valid3 = _errs22 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data8.receiving !== undefined){
let data10 = data8.receiving;
const _errs24 = errors;
if((typeof data10 !== "string") && (data10 !== null)){
const err2 = {instancePath:instancePath+"/requestBody/capabilities/receiving",schemaPath:"#/properties/requestBody/properties/capabilities/anyOf/0/properties/receiving/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.capabilities.anyOf[0].properties.receiving.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.capabilities.anyOf[0].properties.receiving.type,parentSchema:schema0.properties.requestBody.properties.capabilities.anyOf[0].properties.receiving,data:data10};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!(((data10 === "enabled") || (data10 === "disabled")) || (data10 === null))){
const err3 = {instancePath:instancePath+"/requestBody/capabilities/receiving",schemaPath:"#/properties/requestBody/properties/capabilities/anyOf/0/properties/receiving/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.capabilities.anyOf[0].properties.receiving.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.capabilities.anyOf[0].properties.receiving.enum,parentSchema:schema0.properties.requestBody.properties.capabilities.anyOf[0].properties.receiving,data:data10};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var valid3 = _errs24 === errors;
}
else {
var valid3 = true;
}
}
}
else {
const err4 = {instancePath:instancePath+"/requestBody/capabilities",schemaPath:"#/properties/requestBody/properties/capabilities/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.capabilities.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.capabilities.anyOf[0],data:data8};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var _valid0 = _errs20 === errors;
valid2 = valid2 || _valid0;
if(_valid0){
var props0 = {};
props0.sending = true;
props0.receiving = true;
}
const _errs26 = errors;
if(data8 !== null){
const err5 = {instancePath:instancePath+"/requestBody/capabilities",schemaPath:"#/properties/requestBody/properties/capabilities/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null",schema:schema0.properties.requestBody.properties.capabilities.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.capabilities.anyOf[1],data:data8};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var _valid0 = _errs26 === errors;
valid2 = valid2 || _valid0;
if(!valid2){
const err6 = {instancePath:instancePath+"/requestBody/capabilities",schemaPath:"#/properties/requestBody/properties/capabilities/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.capabilities.anyOf,parentSchema:schema0.properties.requestBody.properties.capabilities,data:data8};
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
errors = _errs19;
if(vErrors !== null){
if(_errs19){
vErrors.length = _errs19;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs18 === errors;
}
else {
var valid1 = true;
}
}
}
}
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
require("./getJwks.parameters.cjs")(words),
]
