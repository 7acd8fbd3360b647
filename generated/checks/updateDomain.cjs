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
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"path":{"type":"object","additionalProperties":false,"properties":{"domain_id":{"type":"string","format":"uuid","x-in-lower-case":true}},"required":["domain_id"]},"query":{"type":"object","properties":{},"additionalProperties":false,"required":[]},"header":{"type":"object","additionalProperties":true,"properties":{},"required":[]},"cookie":{"type":"object","additionalProperties":true,"properties":{},"required":[]}},"required":["path"]};
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
if((data.path === undefined) && (missing0 = "path")){
validate0.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema0.required,parentSchema:schema0,data}];
return false;
}
else {
if(data.path !== undefined){
let data0 = data.path;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if((data0.domain_id === undefined) && (missing1 = "domain_id")){
validate0.errors = [{instancePath:instancePath+"/path",schemaPath:"#/properties/path/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.path.required,parentSchema:schema0.properties.path,data:data0}];
return false;
}
else {
const _errs4 = errors;
for(const key0 in data0){
if(!(key0 === "domain_id")){
validate0.errors = [{instancePath:instancePath+"/path",schemaPath:"#/properties/path/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema0.properties.path,data:data0}];
return false;
break;
}
}
if(_errs4 === errors){
if(data0.domain_id !== undefined){
let data1 = data0.domain_id;
const _errs5 = errors;
if(errors === _errs5){
if(errors === _errs5){
if(typeof data1 === "string"){
if(!(formats0.test(data1))){
validate0.errors = [{instancePath:instancePath+"/path/domain_id",schemaPath:"#/properties/path/properties/domain_id/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema0.properties.path.properties.domain_id,data:data1}];
return false;
}
else {
if(/[A-Z]/.test(data1)){
data1 = data1.toLowerCase();
data0["domain_id"] = data1;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/path/domain_id",schemaPath:"#/properties/path/properties/domain_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.path.properties.domain_id.type,parentSchema:schema0.properties.path.properties.domain_id,data:data1}];
return false;
}
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.path.type,parentSchema:schema0.properties.path,data:data0}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.query !== undefined){
let data2 = data.query;
const _errs7 = errors;
if(errors === _errs7){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
for(const key1 in data2){
validate0.errors = [{instancePath:instancePath+"/query",schemaPath:"#/properties/query/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema0.properties.query,data:data2}];
return false;
break;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.query.type,parentSchema:schema0.properties.query,data:data2}];
return false;
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.header !== undefined){
let data3 = data.header;
const _errs10 = errors;
if(errors === _errs10){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
}
else {
validate0.errors = [{instancePath:instancePath+"/header",schemaPath:"#/properties/header/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.header.type,parentSchema:schema0.properties.header,data:data3}];
return false;
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cookie !== undefined){
let data4 = data.cookie;
const _errs13 = errors;
if(errors === _errs13){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
}
else {
validate0.errors = [{instancePath:instancePath+"/cookie",schemaPath:"#/properties/cookie/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.cookie.type,parentSchema:schema0.properties.cookie,data:data4}];
return false;
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
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
]
